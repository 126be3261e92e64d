// The address at which a courier shows a parcel.

/** The place of the tracking number in a courier's template. */
const NUMBER = '{number}'

/** The template with the number in its place, as a part of an address; '' without a number. */
export const trackingLink = (template: string, number: string): string =>
  number.trim() === '' ? '' : template.split(NUMBER).join(encodeURIComponent(number.trim()))

/** Whether a text is an https address with the number's place once. The server checks the rest. */
export const isTrackingTemplate = (text: string): boolean =>
  /^https:\/\/[^\s/{}@]+\.[^\s/{}@]+\S*$/.test(text.trim()) && text.split(NUMBER).length === 2
