// chart.js is heavy: this file is loaded lazily, and by the dashboard alone.
import { ArcElement, Chart, type Plugin, Tooltip } from 'chart.js'
import { useMemo } from 'react'
import { Pie } from 'react-chartjs-2'
import type { Counts } from './queries'
import { sliceColour, sliceKey, tokenColour } from './slices'

Chart.register(ArcElement, Tooltip)

const SIZE = 200
/** Thinner slices have no letter; the table beside the chart names them all. */
const MIN_ANGLE = 0.3

/** Writes a letter on each slice, so that slices differ not only by colour. */
const letters: Plugin<'pie'> = {
  id: 'letters',
  afterDatasetsDraw: (chart) => {
    const { ctx } = chart
    ctx.save()
    ctx.fillStyle = tokenColour('--color-white')
    ctx.font = `600 15px ${tokenColour('--font-sans')}`
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    chart.getDatasetMeta(0).data.forEach((slice, index) => {
      const { startAngle, endAngle, x, y, outerRadius } = slice as ArcElement
      if (endAngle - startAngle < MIN_ANGLE) return
      const middle = (startAngle + endAngle) / 2
      const from = outerRadius * 0.62
      ctx.fillText(sliceKey(index), x + Math.cos(middle) * from, y + Math.sin(middle) * from)
    })
    ctx.restore()
  },
}

/** A pie of 200 by 200. */
export function PieChart({ label, counts }: { label: string; counts: Counts }) {
  const data = useMemo(
    () => ({
      labels: counts.map((kind) => kind.label),
      datasets: [
        {
          data: counts.map((kind) => kind.count),
          backgroundColor: counts.map(({ colour }, index) =>
            tokenColour(`--color-${sliceColour(colour, index)}`),
          ),
          borderColor: tokenColour('--color-white'),
          borderWidth: 2,
        },
      ],
    }),
    [counts],
  )
  return (
    <Pie
      width={SIZE}
      height={SIZE}
      role="img"
      aria-label={label}
      data={data}
      plugins={[letters]}
      options={{ responsive: false, animation: false, plugins: { legend: { display: false } } }}
    />
  )
}
