import type { PaymentAttempt } from '@/api/types'

/** Leaves the shop for the payment page of an attempt: submits its fields as a real form. */
export function goToGateway({ action, fields }: PaymentAttempt): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
