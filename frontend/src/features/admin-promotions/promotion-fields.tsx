// The fields of a promotion, as cards in the merchant's order.
import { Sparkles } from 'lucide-react'
import { useId } from 'react'
import { bindTexts } from '@/ui/admin/bind-texts'
import { AmountControl, CheckControl, IntegerControl, LineControl, SelectControl } from '@/ui/admin/controls'
import { Button } from '@/ui/button'
import { Choice, Choices } from '@/ui/choice'
import { Panel } from '@/ui/panel'
import type { PromotionFieldsProps } from './benefits/benefit-form'
import { BENEFIT_KINDS, BENEFITS } from './benefits/benefits'
import { GoodsFields } from './goods-fields'
import { describePeriod } from './period'
import type { PromotionValues } from './promotion-values'

/** Without letters and digits that are read as others. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}

function CodeField({ values, errors, edit }: PromotionFieldsProps) {
  const { onChange, ...field } = bindTexts(values, errors, edit)('code')
  return (
    <div className="flex flex-wrap items-start gap-3">
      <LineControl
        label="Code"
        hint="3 to 32 letters, digits or -. Customers may type it in any case."
        fieldClassName="min-w-0 flex-1 basis-56"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        {...field}
        onChange={(text) => onChange(text.toUpperCase())}
      />
      <Button
        variant="secondary"
        size="sm"
        className="sm:mt-8"
        onClick={() => edit({ code: newCode() }, 'code')}
      >
        <Sparkles aria-hidden size={18} />
        Make a code
      </Button>
    </div>
  )
}

function WhoGetsIt(props: PromotionFieldsProps) {
  const { values, errors, edit } = props
  const group = useId()
  const choose = (kind: string) => edit({ kind: kind as PromotionValues['kind'] }, 'code')
  return (
    <Panel title="Name and code">
      <div className="grid gap-4">
        <LineControl
          label="Name"
          hint="Customers read it beside what they save, such as “Vesak offer”."
          maxLength={100}
          {...bindTexts(values, errors, edit)('name')}
        />
        <Choices legend="Who gets it">
          <Choice
            name={group}
            value="automatic"
            checked={values.kind === 'automatic'}
            onChoose={choose}
            label="Every cart that fits"
          >
            It applies by itself, and product pages announce it.
          </Choice>
          <Choice
            name={group}
            value="coupon"
            checked={values.kind === 'coupon'}
            onChoose={choose}
            label="Customers with a code"
          >
            They enter it in the cart, or follow your link.
          </Choice>
        </Choices>
        {values.kind === 'coupon' && <CodeField {...props} />}
      </div>
    </Panel>
  )
}

function Benefit(props: PromotionFieldsProps) {
  const { values, errors, edit } = props
  const { Fields, about } = BENEFITS[values.benefit]
  return (
    <Panel title="What it takes off">
      <div className="grid gap-5">
        <SelectControl
          label="Benefit"
          hint={about}
          options={BENEFIT_KINDS.map((kind) => ({ value: kind, label: BENEFITS[kind].label }))}
          value={values.benefit}
          onChange={(kind) => edit({ benefit: kind as PromotionValues['benefit'] }, '')}
        />
        {Fields && <Fields {...props} />}
        <AmountControl
          label="At most (LKR)"
          optional
          hint="The most that it takes off one order."
          fieldClassName="max-w-72"
          {...bindTexts(values, errors, edit)('maxDiscount')}
        />
      </div>
    </Panel>
  )
}

function Conditions(props: PromotionFieldsProps) {
  const { values, errors, edit } = props
  return (
    <Panel title="Conditions">
      <div className="grid gap-5">
        <GoodsFields {...props} />
        <AmountControl
          label="Goods worth at least (LKR)"
          optional
          hint="Only goods that the promotion is for are counted, at their present prices."
          fieldClassName="max-w-72"
          {...bindTexts(values, errors, edit)('minSpend')}
        />
        <CheckControl
          label="Only for a customer's first order"
          hint="Known by account, e-mail address or phone number. Guests are asked to log in."
          checked={values.firstOrderOnly}
          onChange={(firstOrderOnly) => edit({ firstOrderOnly }, 'firstOrderOnly')}
        />
      </div>
    </Panel>
  )
}

function Period({ values, errors, edit }: PromotionFieldsProps) {
  const field = bindTexts(values, errors, edit)
  return (
    <Panel title="Period" intro="Whole days of the shop, wherever you and your customers are.">
      <div className="grid gap-3">
        <div className="grid max-w-lg items-start gap-4 sm:grid-cols-2">
          <LineControl type="date" label="First day" optional {...field('startsAt')} />
          <LineControl type="date" label="Last day" optional {...field('endsAt')} />
        </div>
        <p aria-live="polite" className="font-medium">
          {describePeriod(values.startsAt, values.endsAt)}
        </p>
      </div>
    </Panel>
  )
}

function Limits({ values, errors, edit }: PromotionFieldsProps) {
  const field = bindTexts(values, errors, edit)
  return (
    <Panel title="Limits" intro="A cancelled order gives its use back.">
      <div className="grid max-w-lg items-start gap-4 sm:grid-cols-2">
        <IntegerControl label="Orders in all" optional {...field('usageLimit')} />
        <IntegerControl label="Orders per customer" optional {...field('perCustomerLimit')} />
      </div>
    </Panel>
  )
}

/** All fields. */
export function PromotionFields(props: PromotionFieldsProps) {
  const { values, edit } = props
  return (
    <>
      <WhoGetsIt {...props} />
      <Benefit {...props} />
      <Conditions {...props} />
      <Period {...props} />
      <Limits {...props} />
      <Panel title="Publish">
        <CheckControl
          label="Active"
          hint="Customers get it within its period. Not active it is a draft, and nobody sees it."
          checked={values.active}
          onChange={(active) => edit({ active }, 'active')}
        />
      </Panel>
    </>
  )
}
