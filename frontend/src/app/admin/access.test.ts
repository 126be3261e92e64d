import { describe, expect, it } from 'vitest'
import { rightsOf, rolesWith, type StaffDetail } from '@/api/staff'
import { neededAt } from './access'

const packer = {
  role: 'fulfilment',
  permissions: ['readOverview', 'readOrders', 'adjustStock'],
} as unknown as StaffDetail

describe('the permission of a page', () => {
  it.each([
    ['/admin', ['readOverview']],
    ['/admin/', ['readOverview']],
    ['/admin/dashboard', ['readOverview']],
    ['/admin/products', ['describeProducts', 'adjustStock']],
    ['/admin/products/stock', ['adjustStock']],
    ['/admin/orders/invoice/ARA-1', ['readOrders']],
    ['/admin/settings/security', ['manageSecurity']],
    ['/admin/look', ['editContent']],
    ['/admin/look/identity', ['manageBranding']],
    ['/admin/look/pages/theme', ['editContent']],
    ['/admin/staff/', ['manageStaff']],
    // A page whose path only begins alike.
    ['/admin/staffroom', ['readOverview']],
  ])('is that of the longest path: %s', (path, needs) => {
    expect(neededAt(path)).toEqual(needs)
  })

  it('is one of several', () => {
    const may = rightsOf(packer)
    expect(may(...neededAt('/admin/products'))).toBe(true)
    expect(may(...neededAt('/admin/products/import'))).toBe(false)
    expect(may(...neededAt('/admin/staff'))).toBe(false)
  })

  it('names the roles that have it', () => {
    expect(rolesWith(['manageStaff'])).toBe('the role Owner')
    expect(rolesWith(['readPayments'])).toBe('the roles Owner and Manager')
    expect(rolesWith(['describeProducts', 'adjustStock'])).toBe(
      'the roles Owner, Manager, Fulfilment and Content',
    )
  })
})
