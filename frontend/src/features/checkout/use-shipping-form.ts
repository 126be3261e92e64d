import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { useSession } from '@/api/session'
import { loadDetails, saveDetails, ticketIn } from './saved-checkout'
import { type ShippingNeeds, shippingForm } from './shipping-rules'
import { BLANK_SHIPPING, type ShippingValues } from './shipping-values'

const NOTHING_KNOWN: ShippingNeeds = { isSaved: false, isPickup: false, needsDistrict: false }

/**
 * The shipping form of `owner` (null: a guest); what is typed is kept as it is typed. The owner is the account that had
 * the session when the form opened, so that typing goes on under it where the session ends. `setNeeds` tells what is required.
 */
export function useShippingForm(owner: string | null) {
  const { user } = useSession()
  const ticket = ticketIn(useLocation().state)
  const needs = useRef(NOTHING_KNOWN)
  const resolver: Resolver<ShippingValues> = (values, context, options) =>
    zodResolver(shippingForm(values, needs.current))(values, context, options)
  const form = useForm<ShippingValues>({
    resolver,
    defaultValues: loadDetails(owner, ticket) ?? { ...BLANK_SHIPPING, name: user?.name ?? '' },
  })
  const { watch, getValues } = form
  useEffect(() => {
    // Details that a ticket handed over belong to the account from now on.
    if (owner !== null && ticket !== null) saveDetails(owner, getValues())
    const { unsubscribe } = watch((values) => saveDetails(owner, { ...BLANK_SHIPPING, ...values }))
    return unsubscribe
  }, [watch, getValues, owner, ticket])
  const setNeeds = (next: ShippingNeeds) => {
    needs.current = next
  }
  return { form, setNeeds }
}

export type ShippingForm = ReturnType<typeof useShippingForm>['form']
