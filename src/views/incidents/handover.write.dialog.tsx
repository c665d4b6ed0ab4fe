import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { handoverQuery } from '@/api/incidents/handover'
import { formatHandover, type Shift } from '@/lib/incidents/handover'
import type { TimeRange } from '@/lib/time/range'
import { resolveRange } from '@/lib/time/resolve'
import { Button } from '@/ui/button'
import { CopyBlock } from '@/ui/copy-block'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { saveFile } from '@/ui/save-file'
import { useTimeDisplay } from '@/ui/time'
import { announce } from '@/ui/voice'
import type { CommandDialogProps } from '../shared/forms/command-dialog'
import { QueryState } from '../shared/query/query-state'
import css from './handover.module.css'

/** The events of a shift as text for the next shift. */
export default function HandoverDialog({ known, onClose }: CommandDialogProps) {
  const { timeZone } = useTimeDisplay()
  const [shift] = useState(() => toShift(known['range'] as TimeRange | undefined, timeZone))
  return (
    <Dialog
      title="Handover"
      size="large"
      actions={
        <Button tone="primary" onPress={() => void onClose()}>
          Done
        </Button>
      }
      onClose={() => void onClose()}
    >
      {shift ? (
        <ShiftHandover shift={shift} timeZone={timeZone} />
      ) : (
        <Notice tone="empty" title="This range is not a shift">
          Choose a range with a start and an end, such as the last 8 hours.
        </Notice>
      )}
    </Dialog>
  )
}

function ShiftHandover({ shift, timeZone }: { shift: Shift; timeZone: string }) {
  const query = useQuery(handoverQuery(shift))
  return (
    <QueryState query={query} what="the handover" as="pane">
      {({ entries, missing }) => {
        const text = formatHandover(entries, missing, shift, timeZone)
        const name = `handover-${new Date(shift.to).toISOString().slice(0, 16).replaceAll(':', '')}Z.txt`
        return (
          <div className={css.handover}>
            <CopyBlock label="Handover" code={text} autoFocus />
            <p>
              <Button
                onPress={() => {
                  saveFile(name, text, 'text/plain')
                  announce(`Saved ${name}.`)
                }}
              >
                Download
              </Button>
            </p>
          </div>
        )
      }}
    </QueryState>
  )
}

/** Resolves a range relative to now; undefined for a range without an end. */
function toShift(range: TimeRange | undefined, timeZone: string): Shift | undefined {
  const span = range && resolveRange(range, { now: new Date(), timeZone, log: () => undefined })
  return span?.to && { from: span.from.getTime(), to: span.to.getTime() }
}
