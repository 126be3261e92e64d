import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'

// Without a running animation the popup would be removed at once.
beforeEach(() => {
  Element.prototype.getAnimations = () => [{ finished: new Promise(() => {}) } as unknown as Animation]
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'getAnimations')
})

it('confirms once, although its button is pressed again while it closes', async () => {
  const onConfirm = vi.fn()
  const question = (open: boolean) => (
    <ConfirmDialog
      open={open}
      onOpenChange={() => {}}
      title="Add"
      description="To the cart?"
      confirmLabel="Add To Cart"
      onConfirm={onConfirm}
    />
  )
  const { rerender } = render(question(true))
  const button = await screen.findByRole('button', { name: 'Add To Cart' })
  button.click()
  rerender(question(false))
  expect(button).toBeInTheDocument()
  button.click()
  expect(onConfirm).toHaveBeenCalledTimes(1)
})
