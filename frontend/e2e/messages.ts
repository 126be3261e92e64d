// The error catalogue (spec.md §8) and the sentences of the validation rules (§5), word for word.
import { expect, type Locator, type Page } from '@playwright/test'

export const MESSAGES = [
  'Your account has been blocked. Contact support.',
  'Your Account Is Created. Now You Can Login Via Google!!!',
  'Logged out successfully!',
  'Logout failed. Please try again.',
  'Failed To Fetch Products',
  'Failed to Register',
  'Profile picture upload failed.',
  'Please select a file',
  'There Are No Items In The Cart',
  'You need to log in to place an order.',
  'Please fill in all shipping details.',
  'Failed to place order. Please try again.',
  'Order placed successfully!',
  'Please Login To View Your Orders',
  'Please Login To View Orders',
  'Failed To Fetch Orders. Please Try Again',
  'Failed to update order. Please try again.',
  'Failed to update user details due to an error',
  'Your details were updated successfully',
  'You must be logged in to submit a review.',
  'You must be logged in to update a review.',
  'Failed to submit review.',
  'Failed to update review.',
  'Review submitted successfully!',
  'Review updated successfully!',
  'Review deleted successfully',
  'Failed to delete review. Please try again.',
  'Failed to delete the product.',
  'The product was deleted successfully',
  'The Product Was Added Successfully',
  'The Product Was Not Added Due To An Error',
  'The Product Was Updated Successfully',
  'The Product Was Not Updated Due To An Error',
  'Failed to update user status. Please try again.',
  'Failed to delete customer. Please try again.',
  'The customer was successfully removed.',
  'Unauthorized Access',
  'Failed To Fetch User Data',
  '{n} x {name} added to cart successfully',
  'Name is required',
  'Email is required',
  'Invalid email format',
  'Message cannot be empty',
  'Message should be at least 10 characters',
  'Please fix the errors before submitting.',
  'Message sent successfully!',
  // Empty lists (§2).
  'No products found.',
  'Your cart is empty.',
  'No orders found.',
  'No reviews yet. Be the first to leave one!',
  'No active users',
  'No recent logins',
  'No low stock items.',
  'No out-of-stock items.',
  'No restocking needed.',
  'No recent orders found.',
  'No reviews available',
] as const
export type Message = (typeof MESSAGES)[number]

const filled = (message: Message, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Expects a notice with this message. */
export async function expectNotice(page: Page, message: Message, values: Record<string, string> = {}) {
  await expectNoticeText(page, filled(message, values))
}

/** Expects a notice with a text of the server. */
export async function expectNoticeText(page: Page, text: string) {
  await expect(page.getByLabel('Notices').getByText(text, { exact: true }).first()).toBeVisible()
}

/** Expects the message in this part of the page. */
export async function expectSentence(part: Page | Locator, message: Message) {
  await expect(part.getByText(message, { exact: true }).first()).toBeVisible()
}
