import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { QuantityStepper, readQuantity } from './quantity-stepper'

it.each([
  ['7', 31, { quantity: 7, problem: null }],
  [' 7 ', 31, { quantity: 7, problem: null }],
  ['', 31, { quantity: null, problem: null }],
  ['1.5', 31, { quantity: null, problem: 'Only whole numbers, please.' }],
  ['1,5', 31, { quantity: null, problem: 'Only whole numbers, please.' }],
  ['-3', 31, { quantity: null, problem: 'Only whole numbers, please.' }],
  ['1e3', 31, { quantity: null, problem: 'Only whole numbers, please.' }],
  ['0', 31, { quantity: null, problem: 'At least 1, please.' }],
  ['40', 31, { quantity: 31, problem: 'Only 31 are left.' }],
  ['2', 1, { quantity: 1, problem: 'Only 1 is left.' }],
  ['40', undefined, { quantity: 40, problem: null }],
  ['40', 0, { quantity: 40, problem: null }],
  ['99999999999999999999', undefined, { quantity: 1_000_000, problem: 'That is more than one order takes.' }],
])('reads %j where %j are left', (text, max, reading) => {
  expect(readQuantity(text, max)).toEqual(reading)
})

it('limits the plus button to the stock', async () => {
  const onChange = vi.fn()
  render(<QuantityStepper value={3} onChange={onChange} label="Oil" max={3} />)
  await userEvent.click(screen.getByRole('button', { name: 'One more of Oil' }))
  expect(onChange).toHaveBeenCalledWith(3)
  expect(screen.getByRole('status')).toHaveTextContent('Only 3 are left.')
})
