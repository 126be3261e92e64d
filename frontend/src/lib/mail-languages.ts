import type { MailLanguage } from '@/api/types'

/** The languages of mails, each in its own words and in English. */
export const MAIL_LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'si', label: 'සිංහල (Sinhala)' },
  { value: 'ta', label: 'தமிழ் (Tamil)' },
] as const satisfies { value: MailLanguage; label: string }[]

/** The language with this tag; English for any other text. */
export const mailLanguageOf = (tag: string | null | undefined): MailLanguage =>
  MAIL_LANGUAGES.find(({ value }) => value === tag)?.value ?? 'en'
