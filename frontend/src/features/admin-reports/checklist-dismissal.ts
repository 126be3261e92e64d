// Whether the owner hid the first steps on this device.
const KEY = 'first-steps-hidden'

export function isChecklistHidden(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function hideChecklist(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch (error) {
    console.warn('The choice cannot be kept on this device:', error)
  }
}
