import { useQuery } from '@tanstack/react-query'
import { shopTermsQuery } from '@/api/shop-terms'
import { meQuery } from '@/api/staff'
import { MAIL_LANGUAGES } from '@/lib/mail-languages'
import { SelectField } from '@/ui/select'

/** The language of the user's mails, where the shop offers more than one. `chosen` is empty until the user chooses. */
export function MailLanguageField({
  chosen,
  onChange,
  error,
}: {
  chosen: string
  onChange: (language: string) => void
  error: string | undefined
}) {
  const offered = useQuery(shopTermsQuery()).data?.mailLanguages ?? []
  const { data: me } = useQuery(meQuery())
  if (me === undefined || offered.length < 2) return null
  // The shop writes in English to those who chose a language that it offers no longer.
  const present = offered.includes(me.language) ? me.language : 'en'
  return (
    <SelectField
      label="Language of mails"
      options={MAIL_LANGUAGES.filter(({ value }) => offered.includes(value))}
      hint={
        me.emailVerified
          ? 'Mails about your orders are in this language.'
          : 'Mails about your orders are in this language once you have confirmed your email.'
      }
      value={chosen || present}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
