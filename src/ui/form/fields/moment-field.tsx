import type { ComponentProps } from 'react'
import { formatMoment, parseMoment } from '@/lib/time/parse'
import { useTimeDisplay } from '../../time'
import { DateTimeField } from './date-time-field'

type Props = Omit<ComponentProps<typeof DateTimeField>, 'parse' | 'format'> & {
  parse?: ((text: string) => Date | undefined) | undefined
  format?: ((at: Date) => string) | undefined
}

/** A date and time, by default in the time zone of the user. */
export function MomentField({ parse, format, ...field }: Props) {
  const { timeZone } = useTimeDisplay()
  return (
    <DateTimeField
      {...field}
      parse={parse ?? ((text) => parseMoment(text, { now: new Date(), timeZone }))}
      format={format ?? ((at) => formatMoment(at, timeZone))}
    />
  )
}
