const PETAL = 'M2-11C17-17 55-42 47-78C41-101 13-106-3-92C-21-75-15-38 2-11Z'

/** The shop's logo, a flower, in the text's colour. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="-110 -110 220 220" aria-hidden="true" fill="currentColor" className={className}>
      {[0, 72, 144, 216, 288].map((turn) => (
        <path key={turn} d={PETAL} transform={`rotate(${turn})`} />
      ))}
    </svg>
  )
}
