// chart.js is heavy: this file is loaded lazily, and by the dashboard alone.
import {
  CategoryScale,
  Chart,
  type ChartOptions,
  Filler,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useMemo } from 'react'
import { Line } from 'react-chartjs-2'
import type { SalesLine, SalesPoint } from '@/api/types'
import { formatDay, formatShortDay } from '@/lib/date'
import { formatMoney } from '@/lib/money'
import { tokenColour } from './slices'

Chart.register(CategoryScale, Filler, LinearScale, LineElement, PointElement, Tooltip)

/** 1250000 → '1.25M', for axis labels. */
function short(amount: number): string {
  if (amount >= 1_000_000) return `${Number((amount / 1_000_000).toFixed(2))}M`
  return amount >= 1_000 ? `${Number((amount / 1_000).toFixed(1))}k` : String(amount)
}

const revenues = (points: readonly SalesPoint[]): number[] => points.map((point) => point.revenue)

function dataOf({ points, previousPoints }: SalesLine) {
  // No dots on long lines.
  const radius = points.length > 31 ? 0 : 2.5
  const shared = { cubicInterpolationMode: 'monotone' as const, pointRadius: radius, pointHitRadius: 12 }
  return {
    labels: points.map((point) => formatShortDay(point.date)),
    datasets: [
      {
        ...shared,
        data: revenues(points),
        borderColor: tokenColour('--color-chart-1'),
        pointBackgroundColor: tokenColour('--color-chart-1'),
        backgroundColor: `${tokenColour('--color-chart-1')}14`,
        borderWidth: 2.5,
        fill: true,
      },
      {
        ...shared,
        data: revenues(previousPoints),
        borderColor: tokenColour('--color-cocoa'),
        pointRadius: 0,
        borderWidth: 1.5,
        borderDash: [6, 5],
      },
    ],
  }
}

function optionsOf({ points, previousPoints }: SalesLine): ChartOptions<'line'> {
  const font = { family: tokenColour('--font-sans'), size: 12 }
  const color = tokenColour('--color-cocoa')
  return {
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { grid: { display: false }, ticks: { font, color, maxRotation: 0, autoSkipPadding: 24 } },
      y: {
        beginAtZero: true,
        suggestedMax: 1,
        border: { display: false },
        grid: { color: tokenColour('--color-line') },
        title: { display: true, text: 'LKR', font, color },
        ticks: { font, color, maxTicksLimit: 6, precision: 0, callback: (value) => short(Number(value)) },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        titleFont: font,
        bodyFont: font,
        callbacks: {
          title: () => '',
          label: ({ datasetIndex, dataIndex }) => {
            const point = (datasetIndex === 0 ? points : previousPoints)[dataIndex]
            return point === undefined ? '' : `${formatDay(point.date)}: ${formatMoney(point.revenue)}`
          },
        },
      },
    },
  }
}

/** Two lines over the days: the period, and dashed the former one. It fills its container. */
export function LineChart({ label, sales }: { label: string; sales: SalesLine }) {
  const data = useMemo(() => dataOf(sales), [sales])
  const options = useMemo(() => optionsOf(sales), [sales])
  return <Line role="img" aria-label={label} data={data} options={options} />
}
