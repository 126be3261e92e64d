import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The accounts of the demo shop under test; every installation has its own passwords. */
export function demoAccounts() {
  const folder = process.env.E2E_DATA_DIR
  if (folder === undefined) throw new Error('E2E_DATA_DIR must name the data folder of the shop under test')
  const state = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as {
    admin_password: string
    customer_password: string
  }
  return {
    owner: { email: 'owner@araliya.example', password: state.admin_password },
    customer: { email: 'nadeesha.perera@example.com', password: state.customer_password },
  }
}
