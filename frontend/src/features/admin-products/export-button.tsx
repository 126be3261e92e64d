import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { shopDay } from '@/lib/date'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { fetchSheet, saveFile } from './sheet-transfer'

/** Downloads all products as a spreadsheet, regardless of the list's filters. */
export function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: fetchSheet,
    onSuccess: (sheet) => {
      saveFile(sheet, `products-${shopDay(Date.now())}.csv`)
      toast.success('The Products Were Exported Successfully')
    },
    onError: () => toast.error('The Products Were Not Exported Due To An Error'),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={isPending}
      pendingLabel="Exporting..."
      onClick={() => mutate()}
    >
      <Download aria-hidden size={18} />
      Export
    </Button>
  )
}
