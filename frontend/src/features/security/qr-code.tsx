/** The white margin that scanners need, in modules. */
const QUIET = 4

/** A QR code from the path of its dark modules. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  const side = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 flex-none rounded-input border border-line bg-white"
    >
      <path d={path} className="fill-ink" />
    </svg>
  )
}
