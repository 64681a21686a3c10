import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { largeStoreBytes } from '#shared/deliveries/large-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { storageStatus } from '../../../features/deliveries/index.ts'
import { settings as settingsQuery } from '../../../features/settings/index.ts'
import { useApi } from '../../../host/client.ts'
import { copy } from '../copy.ts'

/** Offers a limit once the store is large. Nothing is deleted unless the user sets one. */
export function LargeStore() {
  const api = useApi()
  const { data: status } = useQuery(storageStatus(api))
  const { data: settings } = useQuery(settingsQuery(api))
  const [isDismissed, setDismissed] = useState(false)
  if (!status || !settings || isDismissed || status.usedBytes < largeStoreBytes) return null
  if (settings.keepDays > 0 || settings.keepMegabytes > 0) return null
  return (
    <Banner edge tone="info" onDismiss={() => setDismissed(true)}>
      {copy.largeStore.text}{' '}
      <Link to="/settings/$section" params={{ section: 'storage' }}>
        {copy.largeStore.link}
      </Link>
    </Banner>
  )
}
