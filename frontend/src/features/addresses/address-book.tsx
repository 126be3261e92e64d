import { useQuery } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import type { Address } from '@/api/types'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { Loaded } from '@/ui/loaded'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { AddressText, addressLine, addressName } from './address-text'
import { addressQueries, asRequest, MAX_ADDRESSES, useDeleteAddress, useSaveAddress } from './queries'

const AddressDialog = lazyPart(async () => (await import('./address-dialog')).AddressDialog)
const ConfirmDialog = lazyPart(async () => (await import('@/ui/confirm-dialog')).ConfirmDialog)

const FAILED = 'The address could not be changed. Please try again.'

type Entry = {
  address: Address
  onEdit: () => void
  onDelete: () => void
}

function Card({ address, onEdit, onDelete }: Entry) {
  const { mutate, isPending } = useSaveAddress()
  const name = addressName(address)
  const setDefault = () =>
    mutate(
      { addressId: address.addressId, address: { ...asRequest(address), isDefault: true } },
      {
        onSuccess: () => toast.success(`${name} is your default address now.`),
        onError: (error) => toast.error(messageOf(error, FAILED)),
      },
    )
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-5">
      <div className="min-w-0 flex-1">
        <AddressText address={address} />
      </div>
      <div className="-ms-4 flex flex-wrap">
        <Button variant="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {!address.isDefault && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Set ${name} as default`}
            pending={isPending}
            onClick={setDefault}
          >
            Set as default
          </Button>
        )}
        <Button variant="quiet" size="sm" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function DeleteAddress({
  address,
  onClose,
  heading,
}: {
  address: Address | null
  onClose: () => void
  /** Receives the focus after the deletion. */
  heading: RefObject<HTMLElement | null>
}) {
  const { mutate, isPending } = useDeleteAddress()
  const deleted = useRef(false)
  // The text stays during the closing animation.
  const [shown, setShown] = useState(address)
  if (address !== null && address !== shown) setShown(address)
  if (shown === null) return null
  const remove = () =>
    mutate(shown.addressId, {
      onSuccess: ({ message }) => {
        deleted.current = true
        toast.success(message)
      },
      onError: (error) => toast.error(messageOf(error, FAILED)),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      open={address !== null}
      onOpenChange={onClose}
      title="Delete this address?"
      description={`${addressLine(shown)}. Your orders keep their own copies.`}
      confirmLabel="Delete"
      tone="danger"
      pending={isPending}
      pendingLabel="Deleting..."
      onConfirm={remove}
      // The button that asked is gone with its address.
      finalFocus={() => {
        const gone = deleted.current
        deleted.current = false
        return gone ? (heading.current ?? true) : true
      }}
    />
  )
}

function List({ addresses, ...on }: { addresses: readonly Address[] } & Handlers) {
  if (addresses.length === 0)
    return (
      <EmptyState
        icon={MapPin}
        title="No saved addresses yet"
        className="!py-4"
        action={
          <Button variant="secondary" size="sm" className="mt-2" onClick={on.onAdd}>
            <Plus aria-hidden size={18} />
            Add an address
          </Button>
        }
      >
        Save the places that you order to, and the checkout fills them in.
      </EmptyState>
    )
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {addresses.map((address) => (
        <Card
          key={address.addressId}
          address={address}
          onEdit={() => on.onEdit(address)}
          onDelete={() => on.onDelete(address)}
        />
      ))}
    </ul>
  )
}

type Handlers = {
  onAdd: () => void
  onEdit: (address: Address) => void
  onDelete: (address: Address) => void
}

/** The customer's saved addresses: add, edit, delete, and choose the default one. */
export function AddressBook({ owner, name }: { owner: string; name: string }) {
  const query = useQuery(addressQueries.list())
  const { data } = query
  const [form, setForm] = useState<{ open: boolean; address: Address | null }>({ open: false, address: null })
  const [deleting, setDeleting] = useState<Address | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const full = (data?.length ?? 0) >= MAX_ADDRESSES
  const onAdd = () => setForm({ open: true, address: null })
  return (
    <section
      aria-labelledby="addresses"
      className="mt-6 rounded-card border border-line bg-white p-5 sm:p-8 lg:mt-10"
    >
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="addresses" ref={heading} tabIndex={-1} className="font-display text-2xl">
          Addresses
        </h2>
        {data !== undefined && data.length > 0 && !full && (
          <Button variant="secondary" size="sm" onClick={onAdd}>
            <Plus aria-hidden size={18} />
            Add an address
          </Button>
        )}
      </div>
      {full && (
        <p className="mb-5 text-cocoa">
          You have {MAX_ADDRESSES} addresses, the most that we keep. Delete one to add another.
        </p>
      )}
      <Loaded
        query={query}
        label="Loading addresses..."
        skeleton={
          <div className="grid gap-4 sm:grid-cols-2">
            <Skeleton className="h-44 rounded-card" />
            <Skeleton className="h-44 rounded-card" />
          </div>
        }
      >
        {(addresses) => (
          <List
            addresses={addresses}
            onAdd={onAdd}
            onEdit={(address) => setForm({ open: true, address })}
            onDelete={setDeleting}
          />
        )}
      </Loaded>
      <LazyMount when={form.open}>
        <AddressDialog
          open={form.open}
          onOpenChange={(open) => setForm((before) => ({ ...before, open }))}
          address={form.address}
          owner={owner}
          name={name}
        />
      </LazyMount>
      <LazyMount when={deleting !== null}>
        <DeleteAddress address={deleting} onClose={() => setDeleting(null)} heading={heading} />
      </LazyMount>
    </section>
  )
}
