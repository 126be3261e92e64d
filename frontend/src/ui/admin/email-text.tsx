/** An e-mail address in a table: breaks before its @ first, and elsewhere only where it must. */
export function EmailText({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0)
  return (
    <span className="wrap-anywhere md:block md:min-w-56">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
