import { Suspense, useId } from 'react'
import { CheckControl } from '@/ui/admin/controls'
import { lazyPart } from '@/ui/lazy-part'
import { Spinner } from '@/ui/spinner'
import type { Field, GroupField, RichField } from './fields'
import { ListControl } from './list-control'
import { PictureControl } from './picture-control'
import {
  AddressControl,
  AltControl,
  ChoiceControl,
  ColourControl,
  type ControlProps,
  type FormProps,
  type NestingProps,
  NumberControl,
  SwitchControl,
  TextControl,
  TimeControl,
  useFieldError,
} from './plain-controls'
import { SourceControl } from './source-control'
import { objectOf, type Value } from './values'

const RichTextEditor = lazyPart(async () => (await import('./rich-text-editor')).RichTextEditor)

/** A formatted text. Its editor is loaded when it is shown. */
function RichTextField(props: ControlProps<RichField>) {
  return (
    <Suspense fallback={<Spinner label="Loading the editor..." className="size-6 text-lotus" />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

/** Fields that belong together, and may be absent. */
function GroupControl({ field, value, onChange, path, Form }: NestingProps<GroupField>) {
  const id = useId()
  const { clear } = useFieldError(path)
  const isThere = value !== null
  const toggle = (on: boolean) => {
    clear()
    onChange(on ? field.blank : null)
  }
  return (
    <fieldset className="min-w-0" aria-describedby={field.hint === undefined ? undefined : id}>
      <legend className="font-medium">{field.label}</legend>
      {field.hint !== undefined && (
        <p id={id} className="mt-1 text-sm text-cocoa">
          {field.hint}
        </p>
      )}
      {field.add !== undefined && <CheckControl label={field.add} checked={isThere} onChange={toggle} />}
      {isThere && (
        <div className="mt-2 border-s-2 border-line ps-4">
          <Form fields={field.fields} value={objectOf(value)} onChange={onChange} path={path} />
        </div>
      )}
    </fieldset>
  )
}

/** The control of a field. */
function Control({ field, ...rest }: ControlProps<Field>) {
  switch (field.kind) {
    case 'text':
      return <TextControl field={field} {...rest} />
    case 'number':
      return <NumberControl field={field} {...rest} />
    case 'address':
      return <AddressControl field={field} {...rest} />
    case 'picture':
      return <PictureControl field={field} {...rest} />
    case 'alt':
      return <AltControl field={field} {...rest} />
    case 'choice':
      return <ChoiceControl field={field} {...rest} />
    case 'switch':
      return <SwitchControl field={field} {...rest} />
    case 'time':
      return <TimeControl field={field} {...rest} />
    case 'colour':
      return <ColourControl field={field} {...rest} />
    case 'rich':
      return <RichTextField field={field} {...rest} />
    case 'source':
      return <SourceControl field={field} {...rest} />
    case 'group':
      return <GroupControl field={field} {...rest} Form={FieldsForm} />
    case 'list':
      return <ListControl field={field} {...rest} Form={FieldsForm} />
  }
}

/** A form for these fields of an object. */
export function FieldsForm({ fields, value, onChange, path }: FormProps) {
  return (
    <div className="grid min-w-0 gap-5">
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          value={value[field.name] ?? null}
          onChange={(next: Value) => onChange({ ...value, [field.name]: next })}
          path={path === '' ? field.name : `${path}.${field.name}`}
        />
      ))}
    </div>
  )
}
