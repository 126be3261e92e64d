import { ChevronDown, Tag, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { QuoteCoupon } from '@/api/types'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import { Spinner } from '@/ui/spinner'
import { enterCoupon, followCoupon, isAccepted, MAX_CODE, removeCoupon, useCoupon } from './coupon'

type CouponFieldProps = {
  /** What the quote says of the coupon; undefined without a quote. */
  coupon: QuoteCoupon | null | undefined
  /** The quote is that of a former coupon or cart. */
  stale: boolean
  /** There is no quote, and none on its way. */
  failed: boolean
  /** After every change of the coupon by the customer. */
  onChange?: () => void
}

type FormProps = { initial: string; error?: string | undefined; onEnter: (code: string) => void }

/** The code and its button. No form of its own: the checkout is one. */
function CodeForm({ initial, error, onEnter }: FormProps) {
  const [text, setText] = useState(initial)
  const errorId = useId()
  const enter = () => text.trim() !== '' && onEnter(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    enter()
  }
  return (
    <>
      <div className="flex items-center gap-2.5">
        <input
          type="text"
          aria-label="Coupon code"
          placeholder="Coupon code"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error && errorId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_CODE}
          value={text}
          onChange={(event) => setText(event.target.value.toUpperCase())}
          onKeyDown={onKeyDown}
          className="control min-w-0 flex-1"
        />
        <Button variant="secondary" className="flex-none bg-white px-4!" onClick={enter}>
          Apply
        </Button>
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-error">
          {error}
        </p>
      )}
    </>
  )
}

/** A code that is entered, and what became of it. */
function Entered({
  code,
  coupon,
  onRemove,
}: {
  code: string
  coupon: QuoteCoupon | null
  onRemove: () => void
}) {
  const applied = coupon?.state === 'applied'
  return (
    <div
      className={cx(
        'flex items-start gap-3 rounded-input px-4 py-2.5',
        applied ? 'bg-success-wash text-success' : 'bg-white',
      )}
    >
      <Tag aria-hidden size={20} strokeWidth={1.75} className="mt-2 flex-none" />
      <div className="min-w-0 flex-1 py-2">
        <p className="font-semibold wrap-anywhere">{code}</p>
        {coupon !== null && <p className="text-sm">{coupon.message}</p>}
      </div>
      <IconButton icon={X} label={`Remove the coupon ${code}`} className="-me-2.5" onClick={onRemove} />
    </div>
  )
}

/** Why the coupon is not applied, with the way to another one. */
function Refused({
  coupon,
  onEnter,
  onRemove,
}: {
  coupon: QuoteCoupon
  onEnter: FormProps['onEnter']
  onRemove: () => void
}) {
  return (
    <div className="grid gap-1">
      <CodeForm initial={coupon.code} error={coupon.message} onEnter={onEnter} />
      <div className="flex flex-wrap gap-x-4">
        {coupon.state === 'loginNeeded' && (
          <Link
            to="/login?next=/cart"
            className="inline-flex min-h-11 items-center font-semibold text-lotus underline underline-offset-4"
          >
            Log in
          </Link>
        )}
        <button
          type="button"
          onClick={onRemove}
          className="min-h-11 font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
        >
          Remove<span className="sr-only"> the coupon {coupon.code}</span>
        </button>
      </div>
    </div>
  )
}

function Folded({ onEnter }: Pick<FormProps, 'onEnter'>) {
  return (
    <details className="group">
      <summary className="flex min-h-12 list-none items-center justify-between gap-2 rounded-input font-medium text-lotus [&::-webkit-details-marker]:hidden">
        Have a coupon?
        <ChevronDown aria-hidden size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-3">
        <CodeForm initial="" onEnter={onEnter} />
      </div>
    </details>
  )
}

/** The coupon of the cart: none, being checked, applied, beaten by another promotion, or refused. */
export function CouponField({ coupon, stale, failed, onChange }: CouponFieldProps) {
  const { code } = useCoupon()
  useEffect(followCoupon, [])
  const box = useRef<HTMLDivElement>(null)
  // The control that had the focus is gone: what took its place receives it.
  const moved = useRef(false)
  const judged = !stale && coupon?.code === code ? coupon : undefined
  const checking = code !== null && judged === undefined && !failed
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another code there are other controls
  useEffect(() => {
    if (!moved.current || checking) return
    moved.current = false
    const next = box.current?.querySelector<HTMLElement>('[aria-invalid], summary') ?? box.current
    next?.focus({ preventScroll: true })
  }, [checking, code])
  const change = (act: () => void) => {
    moved.current = true
    box.current?.focus({ preventScroll: true })
    act()
    onChange?.()
  }
  const onEnter = (text: string) => change(() => enterCoupon(text))
  const onRemove = () => change(removeCoupon)
  return (
    <div ref={box} tabIndex={-1} className="mt-3 border-t border-line">
      {code === null && <Folded onEnter={onEnter} />}
      {checking && (
        <p className="flex min-h-12 items-center gap-3 text-cocoa">
          <Spinner className="size-5" />
          Checking {code}...
        </p>
      )}
      {code !== null && !checking && (
        <div className="py-3">
          {judged && !isAccepted(judged) ? (
            <Refused key={judged.code} coupon={judged} onEnter={onEnter} onRemove={onRemove} />
          ) : (
            <Entered code={code} coupon={judged ?? null} onRemove={onRemove} />
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {judged && isAccepted(judged) && `${judged.code}: ${judged.message}`}
      </p>
    </div>
  )
}
