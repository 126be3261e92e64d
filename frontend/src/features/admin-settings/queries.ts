import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { messageOf } from '@/api/problem'
import { carriedBy } from '@/api/refusal'
import type {
  DeliveryPreviewRequest,
  DeliverySettingsUpdate,
  MailSettingsUpdate,
  OrderSettingsUpdate,
  PaymentSettingsUpdate,
  SecuritySettingsUpdate,
  TaxSettingsUpdate,
} from '@/api/types'
import { waitingQuery } from '@/api/waiting'
import { toast } from '@/ui/toast'

type SectionName = 'delivery' | 'payments' | 'orders' | 'tax' | 'mails' | 'security'

/** The present settings in the refusal of a save that was based on older ones. */
export const presentOf = <Data>(error: unknown): Data | null =>
  carriedBy(error, 'settings.changed', 'settings')

/** The section that a form begins with: the form keeps its input when the server's settings change. */
const sectionQuery = <Data>(section: SectionName, read: (signal: AbortSignal) => Promise<Data>) =>
  queryOptions({
    queryKey: ['settings', 'form', section],
    queryFn: ({ signal }) => read(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const settingsQueries = {
  delivery: () =>
    sectionQuery('delivery', (signal) => unwrap(api.GET('/api/admin/settings/delivery', { signal }))),
  payments: () =>
    sectionQuery('payments', (signal) => unwrap(api.GET('/api/admin/settings/payments', { signal }))),
  orders: () => sectionQuery('orders', (signal) => unwrap(api.GET('/api/admin/settings/orders', { signal }))),
  tax: () => sectionQuery('tax', (signal) => unwrap(api.GET('/api/admin/settings/tax', { signal }))),
  mails: () => sectionQuery('mails', (signal) => unwrap(api.GET('/api/admin/settings/mails', { signal }))),
  security: () =>
    sectionQuery('security', (signal) => unwrap(api.GET('/api/admin/settings/security', { signal }))),
  backups: () =>
    queryOptions({
      queryKey: ['settings', 'backups'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/backups', { signal })),
      staleTime: 0,
    }),
  /** The districts and the shop's address. */
  shop: () =>
    queryOptions({
      queryKey: ['settings', 'shop'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/shop', { signal })),
    }),
  /** How a parcel would be delivered by settings that are not saved. */
  preview: (body: DeliveryPreviewRequest) =>
    queryOptions({
      queryKey: ['settings', 'preview', body],
      queryFn: ({ signal }) => unwrap(api.POST('/api/admin/settings/delivery/preview', { body, signal })),
      gcTime: 0,
    }),
}

/**
 * Saves a section. The other forms begin with the settings of the answer, or with those that refused the save, and what shows the
 * settings elsewhere is refetched.
 */
function useSave<Update, Answer extends { settings: unknown }>(
  section: SectionName,
  mutationFn: (body: Update) => Promise<Answer>,
) {
  const client = useQueryClient()
  const keep = (settings: unknown) => client.setQueryData(['settings', 'form', section], settings)
  return useMutation({
    mutationFn,
    onSuccess: ({ settings }) => {
      keep(settings)
      for (const queryKey of [['settings', 'couriers'], ['settings', 'shop'], ['shop'], ['quote']]) {
        void client.invalidateQueries({ queryKey })
      }
    },
    onError: (error) => {
      const present = presentOf(error)
      if (present !== null) keep(present)
    },
  })
}

export const useSaveDelivery = () =>
  useSave('delivery', (body: DeliverySettingsUpdate) =>
    unwrap(api.PUT('/api/admin/settings/delivery', { body })),
  )

export const useSavePayments = () =>
  useSave('payments', (body: PaymentSettingsUpdate) =>
    unwrap(api.PUT('/api/admin/settings/payments', { body })),
  )

export const useSaveOrders = () =>
  useSave('orders', (body: OrderSettingsUpdate) => unwrap(api.PUT('/api/admin/settings/orders', { body })))

export const useSaveTax = () =>
  useSave('tax', (body: TaxSettingsUpdate) => unwrap(api.PUT('/api/admin/settings/tax', { body })))

export const useSaveMails = () =>
  useSave('mails', (body: MailSettingsUpdate) => unwrap(api.PUT('/api/admin/settings/mails', { body })))

export const useSaveSecurity = () =>
  useSave('security', (body: SecuritySettingsUpdate) =>
    unwrap(api.PUT('/api/admin/settings/security', { body })),
  )

/** Sends the mails that are held since a restore. */
export function useReleaseMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/admin/outbox/release')),
    onSuccess: () => {
      toast.success('The mails are not held back any more.')
      void client.invalidateQueries({ queryKey: waitingQuery().queryKey })
      return client.invalidateQueries({ queryKey: settingsQueries.backups().queryKey })
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to send the mails. Please try again.')),
  })
}
