// Classes for the two columns with a row's buttons: on a phone's card they stand side by side below the facts.
const ACTION = 'max-md:inline-flex max-md:w-1/2 max-md:pt-2'

export const FIRST_ACTION = `${ACTION} max-md:pe-1.5`
export const SECOND_ACTION = `${ACTION} max-md:ps-1.5`
