import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ExplainTotal } from './explain-total'

it('shows two lines of the same name', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const line = { code: 'markdown', label: 'Reduced: Glow Serum', amount: -100 }
  render(<ExplainTotal lines={[{ code: 'goods', label: 'Goods', amount: 1000 }, line, line]} />)
  expect(screen.getAllByText('Reduced: Glow Serum')).toHaveLength(2)
  expect(screen.getByText('LKR. 800.00')).toBeInTheDocument()
  expect(error).not.toHaveBeenCalled()
})
