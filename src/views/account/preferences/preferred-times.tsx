import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { resolveZone } from '@/lib/time/zones'
import { type TimeDisplay, TimeDisplayProvider } from '@/ui/time'
import { usePreferences } from '../../shared/stores'

/** Shows all times inside in the preferred format and timezone. */
export function PreferredTimes({ children }: { children: ReactNode }) {
  const { datetime_preference: format, display_timezone_preference: zone } = usePreferences()
  const display = useMemo((): TimeDisplay => ({ format, timeZone: resolveZone(zone) }), [format, zone])
  // The width of time columns depends on this attribute (base.css).
  useLayoutEffect(() => {
    document.documentElement.dataset['dates'] = format
  }, [format])
  return <TimeDisplayProvider value={display}>{children}</TimeDisplayProvider>
}
