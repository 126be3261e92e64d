/**
 * A ref that tells assistive technology that a search box has a list, which is closed. Not in the server's markup: without
 * scripts there is no list.
 */
export function asCombobox(input: HTMLInputElement | null): void {
  input?.setAttribute('role', 'combobox')
  input?.setAttribute('aria-expanded', 'false')
}
