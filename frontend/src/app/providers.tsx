import { CSPProvider } from '@base-ui/react/csp-provider'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { Toaster } from '@/ui/toaster'

/** Context providers, in the browser and on the server. They must not insert <style>: the content security policy forbids it. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          {children}
          <Toaster />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  )
}
