import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import { shopTermsQuery } from '@/api/shop-terms'
import type { Order, Return } from '@/api/types'
import { AttachmentPicture } from '@/features/images/attachment-picture'
import { smaller } from '@/features/images/smaller'
import { IMAGE_ACCEPT, imageProblem } from '@/features/images/upload'
import { pluralize } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { FileButton } from '@/ui/file-button'
import { toast } from '@/ui/toast'
import { mostPhotos } from './photo-field'
import { bankAccountQuery, useAddPhoto, useWithdrawReturn } from './queries'
import { ReturnSteps } from './return-steps'
import { reasonName } from './words'

type CardProps = { order: Order; of: Return }

const LOOKS: Record<Return['state'], { label: string; tone: BadgeTone }> = {
  requested: { label: 'We are looking at it', tone: 'blue' },
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Not accepted', tone: 'red' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  received: { label: 'Done', tone: 'green' },
}

/** Where an approved return is sent. */
function SendTo({ orderId }: { orderId: string }) {
  const { data } = useQuery(shopTermsQuery())
  return (
    <div>
      <p>Please send the items to us, or bring them. Write the number {orderId} on the parcel.</p>
      {data !== undefined && (
        <p className="mt-2 font-semibold whitespace-pre-line">{`${data.name}\n${data.address}`}</p>
      )}
    </div>
  )
}

/** What became of a return whose items are there. */
function Outcome({ order: { payment }, of: { credit, deliveryCredit } }: CardProps) {
  if (credit === 0) return <p>We received the items. Nothing is credited for them.</p>
  return (
    <p>
      We credited {formatMoney(credit)} for the items
      {deliveryCredit > 0 && ', the delivery included'}.
      {payment.refundDue > 0 && ` We return ${formatMoney(payment.refundDue)} to you.`}
    </p>
  )
}

/** What a return asks for, or what became of it. */
function News({ order, of }: CardProps) {
  switch (of.state) {
    case 'requested':
      return <p>Please wait for our answer before you send anything.</p>
    case 'approved':
      return <SendTo orderId={order.orderId} />
    case 'rejected':
      return of.decisionReason === null ? null : <p className="break-words">{of.decisionReason}</p>
    case 'withdrawn':
      return <p>You took this return back.</p>
    case 'received':
      return <Outcome order={order} of={of} />
  }
}

function Items({ of: { items, state } }: Pick<CardProps, 'of'>) {
  return (
    <ul className="grid gap-1">
      {items.map(({ productId, name, quantity, restocked, writtenOff, credit }) => (
        <li key={productId} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0">
            {quantity} × {name}
            {state === 'received' && restocked + writtenOff < quantity && (
              <span className="block text-sm text-cocoa">
                {pluralize(restocked + writtenOff, 'unit', 'units')} came
              </span>
            )}
          </span>
          {credit > 0 && <span className="ms-auto tabular-nums">{formatMoney(credit)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The account of the customer to which the money goes. */
function Account({ orderId, returnId }: { orderId: string; returnId: number }) {
  const { data } = useQuery(bankAccountQuery(orderId, returnId))
  if (data === undefined) return null
  const { bank, branch, name, number } = data
  return (
    <p>
      Money goes to {[bank, branch].filter(Boolean).join(', ')}: {name}, {number}
    </p>
  )
}

function Photos({ order: { orderId }, of: { returnId, photos, state } }: CardProps) {
  const { mutate, isPending } = useAddPhoto()
  const add = async (chosen: File) => {
    const file = await smaller(chosen)
    const problem = imageProblem(file)
    if (problem !== null) return void toast.error(problem)
    mutate(
      { orderId, returnId, file },
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (error) => toast.error(messageOf(error, 'Failed to send the photo. Please try again.')),
      },
    )
  }
  const isOpen = state === 'requested' && photos.length < mostPhotos()
  if (photos.length === 0 && !isOpen) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      {photos.map(({ photoId }, place) => (
        <AttachmentPicture
          key={photoId}
          orderId={orderId}
          id={photoId}
          name={`Photo ${place + 1}`}
          alt="What is returned"
        />
      ))}
      {isOpen && (
        <FileButton accept={IMAGE_ACCEPT} disabled={isPending} onFiles={([file]) => file && void add(file)}>
          {isPending ? 'Sending...' : 'Add a photo'}
        </FileButton>
      )}
    </div>
  )
}

/** Takes a return back, after a question. */
function Withdraw({ order: { orderId }, of: { returnId } }: CardProps) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useWithdrawReturn()
  const withdraw = () =>
    mutate(
      { orderId, returnId },
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (error) => toast.error(messageOf(error, 'Failed to withdraw the return. Please try again.')),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <Button variant="quiet" size="sm" className="-ms-4" onClick={() => setAsking(true)}>
        Withdraw this return
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this return?"
        description="You keep the items, and we return no money for them."
        confirmLabel="Withdraw"
        cancelLabel="Keep return"
        tone="danger"
        pending={isPending}
        pendingLabel="Withdrawing..."
        onConfirm={withdraw}
      />
    </>
  )
}

/** One return of a customer: its steps, what it asks for, and what can be done with it. */
export function ReturnCard({ order, of }: CardProps) {
  const { label, tone } = LOOKS[of.state]
  const isOpen = of.state === 'requested' || of.state === 'approved'
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-cocoa">{reasonName(of.reason)}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div role="status">
        <News order={order} of={of} />
      </div>
      <ReturnSteps of={of} />
      <Items of={of} />
      {of.comment !== null && <p className="break-words whitespace-pre-line text-cocoa">{of.comment}</p>}
      {of.hasBankAccount && <Account orderId={order.orderId} returnId={of.returnId} />}
      <Photos order={order} of={of} />
      {isOpen && (
        <div>
          <Withdraw order={order} of={of} />
        </div>
      )}
    </div>
  )
}
