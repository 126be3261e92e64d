// Classes that dialogs and drawers share.
export const BACKDROP =
  'fixed inset-0 z-50 bg-ink/45 transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0'
