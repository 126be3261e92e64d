/** An e-mail address in a table cell. It breaks before its @, and elsewhere only when it must. */
export function EmailText({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0)
  return (
    <span className="wrap-anywhere md:block md:min-w-24 xl:min-w-56">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
