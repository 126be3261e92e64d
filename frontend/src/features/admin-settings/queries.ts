import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { messageOf } from '@/api/problem'
import type {
  DeliveryPreviewRequest,
  DeliverySettingsUpdate,
  MailSettingsUpdate,
  OrderSettingsUpdate,
  PaymentSettingsUpdate,
  SecuritySettingsUpdate,
} from '@/api/types'
import { waitingQuery } from '@/api/waiting'
import { toast } from '@/ui/toast'
import { presentOf } from './use-section'

/** A form begins with the server's present settings, and keeps its input when they change. */
const FORM = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const

export const settingsQueries = {
  delivery: () =>
    queryOptions({
      queryKey: ['settings', 'form', 'delivery'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings/delivery', { signal })),
      ...FORM,
    }),
  payments: () =>
    queryOptions({
      queryKey: ['settings', 'form', 'payments'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings/payments', { signal })),
      ...FORM,
    }),
  orders: () =>
    queryOptions({
      queryKey: ['settings', 'form', 'orders'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings/orders', { signal })),
      ...FORM,
    }),
  mails: () =>
    queryOptions({
      queryKey: ['settings', 'form', 'mails'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings/mails', { signal })),
      ...FORM,
    }),
  security: () =>
    queryOptions({
      queryKey: ['settings', 'form', 'security'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings/security', { signal })),
      ...FORM,
    }),
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
 * What a save does with its answer: the other forms begin with its settings, or with those that refused it, and what
 * shows the settings elsewhere is refetched.
 */
function useSaved(section: 'delivery' | 'payments' | 'orders' | 'mails' | 'security') {
  const client = useQueryClient()
  const keep = (settings: unknown) => client.setQueryData(['settings', 'form', section], settings)
  return {
    onSuccess: ({ settings }: { settings: unknown }) => {
      keep(settings)
      for (const queryKey of [['settings', 'couriers'], ['settings', 'shop'], ['shop'], ['quote']]) {
        void client.invalidateQueries({ queryKey })
      }
    },
    onError: (error: unknown) => {
      const present = presentOf(error)
      if (present !== null) keep(present)
    },
  }
}

export function useSaveDelivery() {
  return useMutation({
    mutationFn: (body: DeliverySettingsUpdate) => unwrap(api.PUT('/api/admin/settings/delivery', { body })),
    ...useSaved('delivery'),
  })
}

export function useSavePayments() {
  return useMutation({
    mutationFn: (body: PaymentSettingsUpdate) => unwrap(api.PUT('/api/admin/settings/payments', { body })),
    ...useSaved('payments'),
  })
}

export function useSaveOrders() {
  return useMutation({
    mutationFn: (body: OrderSettingsUpdate) => unwrap(api.PUT('/api/admin/settings/orders', { body })),
    ...useSaved('orders'),
  })
}

export function useSaveMails() {
  return useMutation({
    mutationFn: (body: MailSettingsUpdate) => unwrap(api.PUT('/api/admin/settings/mails', { body })),
    ...useSaved('mails'),
  })
}

export function useSaveSecurity() {
  return useMutation({
    mutationFn: (body: SecuritySettingsUpdate) => unwrap(api.PUT('/api/admin/settings/security', { body })),
    ...useSaved('security'),
  })
}

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
