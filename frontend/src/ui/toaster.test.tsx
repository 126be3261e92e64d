import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectNotice } from '@/test/notices'
import { toast } from './toast'
import { Toaster } from './toaster'

// Without StrictMode on purpose: its doubled effects would hide a notice lost between viewport and provider.
it('shows a notice from before the viewport was loaded, once', async () => {
  render(<Toaster />)
  toast.error('Failed To Fetch Products')
  toast.error('Failed To Fetch Products')
  await expectNotice('Failed To Fetch Products')
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1)
})
