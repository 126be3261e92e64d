// Classes of the two button columns: on a phone's card the buttons are side by side at the bottom.
const ACTION = 'max-md:inline-flex max-md:w-1/2 max-md:pt-2'

export const FIRST_ACTION = `${ACTION} max-md:pe-1.5`
export const SECOND_ACTION = `${ACTION} max-md:ps-1.5`
