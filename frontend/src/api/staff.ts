// What the signed-in member of staff may do, as the server names it. It decides what the back-office shows; the server checks
// every call.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { ApiError } from './problem'
import type { Permission, StaffRole, UserDetail } from './types'

export type { Permission, StaffRole }

/** The roles with the words of the back-office, in the order in which they are listed. */
export const ROLES = [
  { value: 'owner', label: 'Owner', about: 'May do everything: staff, security and all settings too.' },
  {
    value: 'manager',
    label: 'Manager',
    about: 'Runs the shop day by day: products, orders, money and customers.',
  },
  { value: 'fulfilment', label: 'Fulfilment', about: 'Packs and sends orders, and counts the stock.' },
  {
    value: 'support',
    label: 'Support',
    about: 'Answers customers: orders, messages, reviews and blocked accounts.',
  },
  {
    value: 'content',
    label: 'Content',
    about: 'Describes products and writes the pages, without prices and stock.',
  },
] as const satisfies { value: StaffRole; label: string; about: string }[]

/** 'owner' → 'Owner'. */
export const roleLabel = (role: StaffRole): string => ROLES.find(({ value }) => value === role)?.label ?? role

const OWNER = ['owner'] as const satisfies StaffRole[]
const MANAGERS = ['owner', 'manager'] as const satisfies StaffRole[]
const PACKERS = ['owner', 'manager', 'fulfilment'] as const satisfies StaffRole[]
const HELPERS = ['owner', 'manager', 'support'] as const satisfies StaffRole[]
const WRITERS = ['owner', 'manager', 'content'] as const satisfies StaffRole[]
const ORDER_STAFF = ['owner', 'manager', 'fulfilment', 'support'] as const satisfies StaffRole[]
const EVERYONE = ['owner', 'manager', 'fulfilment', 'support', 'content'] as const satisfies StaffRole[]

/** The roles that have each permission, for the sentence on a page that one may not open. */
export const HOLDERS = {
  readUsers: HELPERS,
  blockUsers: HELPERS,
  manageUsers: MANAGERS,
  readAudit: MANAGERS,
  readRevenue: MANAGERS,
  manageProducts: MANAGERS,
  updateProducts: MANAGERS,
  describeProducts: WRITERS,
  exportProducts: WRITERS,
  uploadProductPictures: WRITERS,
  adjustStock: PACKERS,
  readOrders: ORDER_STAFF,
  writeOrderNotes: ORDER_STAFF,
  fulfilOrders: PACKERS,
  cancelProcessingOrders: HELPERS,
  callCustomers: HELPERS,
  manageOrders: MANAGERS,
  readPayments: MANAGERS,
  managePayments: MANAGERS,
  refund: MANAGERS,
  deleteReviews: HELPERS,
  readMessages: HELPERS,
  managePromotions: MANAGERS,
  manageDelivery: MANAGERS,
  manageSettings: OWNER,
  previewMails: MANAGERS,
  manageStaff: OWNER,
  manageSecurity: OWNER,
  editContent: WRITERS,
  manageBranding: OWNER,
  readOverview: EVERYONE,
} as const satisfies Record<Permission, readonly StaffRole[]>

/** 'the role Owner'; 'the roles Owner, Manager and Support': the roles with at least one of the permissions. */
export function rolesWith(permissions: readonly Permission[]): string {
  const names = ROLES.filter(({ value }) =>
    permissions.some((permission) => (HOLDERS[permission] as readonly StaffRole[]).includes(value)),
  ).map(({ label }) => label)
  const [last] = names.slice(-1)
  return names.length < 2
    ? `the role ${last ?? ''}`
    : `the roles ${names.slice(0, -1).join(', ')} and ${last ?? ''}`
}

/** The server's sentence about a call that one's role may not make; undefined for another failure. */
export const roleRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'auth.role_forbidden' ? error.message : undefined

/** The user's details with role and permissions; both are absent in an answer of a former release. */
export type StaffDetail = UserDetail & {
  role?: StaffRole | null
  permissions?: readonly Permission[]
}

/** The signed-in user, from the server. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me', 'detail'],
    queryFn: ({ signal }) => unwrap<StaffDetail>(api.GET('/api/users/userdetail', { signal })),
  })

export type May = (...permissions: Permission[]) => boolean

/** Whether a user has one of the permissions. */
export const rightsOf =
  (user: StaffDetail | undefined): May =>
  (...permissions) =>
    user?.permissions === undefined || permissions.some((one) => user.permissions?.includes(one) === true)

/** Whether the signed-in member of staff has one of the permissions. The back-office is shown once they are known. */
export const useMay = (): May => rightsOf(useQuery(meQuery()).data)
