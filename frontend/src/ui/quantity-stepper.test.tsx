import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { QuantityStepper, readQuantity } from './quantity-stepper'

type Given = { start?: number; max?: number; onChange?: (quantity: number) => void }

function Box({ start = 2, max, onChange }: Given) {
  const [value, setValue] = useState(start)
  const change = (quantity: number) => {
    onChange?.(quantity)
    setValue(quantity)
  }
  return <QuantityStepper value={value} onChange={change} label="Oil" max={max} />
}

function open(given: Given = {}) {
  const onChange = vi.fn()
  render(<Box onChange={onChange} {...given} />)
  return { onChange, box: screen.getByRole('textbox'), user: userEvent.setup() }
}

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

it('refuses a fraction or an empty text and shows the former number', async () => {
  const { onChange, box, user } = open()
  await user.clear(box)
  await user.type(box, '1.5')
  expect(screen.getByRole('status')).toHaveTextContent('Only whole numbers, please.')
  expect(box).toHaveAccessibleDescription('Only whole numbers, please.')
  await user.tab()
  expect(box).toHaveValue('2')
  await user.clear(box)
  await user.tab()
  expect(box).toHaveValue('2')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(onChange).not.toHaveBeenCalled()
})

it('limits a typed number and the plus button to the stock', async () => {
  const { box, user } = open({ max: 3 })
  await user.clear(box)
  await user.type(box, '40{Enter}')
  expect(box).toHaveValue('3')
  expect(screen.getByRole('status')).toHaveTextContent('Only 3 are left.')
  await user.click(screen.getByRole('button', { name: 'One less of Oil' }))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  for (let press = 0; press < 2; press += 1)
    await user.click(screen.getByRole('button', { name: 'One more of Oil' }))
  expect(box).toHaveValue('3')
  expect(screen.getByRole('status')).toHaveTextContent('Only 3 are left.')
})
