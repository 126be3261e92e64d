import { AltControl } from './alt-control'
import { ColourControl } from './colour-control'
import type { Field } from './fields'
import { GroupControl } from './group-control'
import { ListControl } from './list-control'
import { PictureControl } from './picture-control'
import {
  AddressControl,
  ChoiceControl,
  type ControlProps,
  type FormProps,
  NumberControl,
  SwitchControl,
  TextControl,
  TimeControl,
} from './plain-controls'
import { RichTextField } from './rich-text-field'
import { SourceControl } from './source-control'
import type { Value } from './values'

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
