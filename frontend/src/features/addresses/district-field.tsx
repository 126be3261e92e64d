import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { shopTermsQuery } from '@/api/shop-terms'
import type { FieldProps } from '@/ui/field'
import { SelectField } from '@/ui/select'

type DistrictFieldProps = FieldProps & Omit<ComponentPropsWithRef<'select'>, 'children'>

/**
 * The districts that the shop lists. While they load, the chosen one is the only choice. Without an answer the hint offers another
 * try.
 */
export function DistrictField({ chosen, hint, ...props }: DistrictFieldProps & { chosen: string }) {
  const { data, isError, refetch } = useQuery(shopTermsQuery())
  const listed = data?.districts ?? []
  const names = chosen === '' || listed.includes(chosen) ? listed : [chosen, ...listed]
  const options = [
    { value: '', label: 'Choose a district' },
    ...names.map((name) => ({ value: name, label: name })),
  ]
  const failed = (
    <>
      The districts could not be loaded.{' '}
      <button type="button" className="font-semibold text-lotus underline" onClick={() => void refetch()}>
        Try again
      </button>
    </>
  )
  // A new key when the list arrives: the element then shows the value that the form has.
  return (
    <SelectField
      key={listed.length}
      autoComplete="shipping address-level1"
      {...props}
      hint={isError && data === undefined ? failed : hint}
      options={options}
    />
  )
}
