import { useState } from 'react'
import { type CommandEnvironment, writeAvailability } from '@/commands/context'
import { capital } from '@/shared/format'
import { isDisabled } from '@/shared/access/flags'
import { type IntegrationKind, isIntegrationKind } from '@/shared/pages/settings'
import { findResourceByKind } from '@/shared/routing/registry'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { useConsole } from '@/views/shared/console'
import type { CommandDialogProps } from '@/views/shared/forms/command-dialog'
import { lazyComponent } from '@/ui/lazy-component'
import css from './add-integration.module.css'
import { type HelmChart, charts } from '@/shared/settings/charts'

const Direct = lazyComponent({ what: 'the form', load: () => import('./direct') })
const GitOps = lazyComponent({ what: 'the form', load: () => import('./git-ops') })

type Option = { id: string; label: string; refusal?: string | undefined }

const direct: readonly { id: IntegrationKind; label: string }[] = [
  { id: 'topology', label: 'Custom Topology' },
  { id: 'scraper', label: 'Catalog Scraper' },
  { id: 'logbackend', label: 'Log Backends' },
]

/** The integrations that can be created directly. Disabled features are left out; others may have a refusal. */
const directOf = (here: CommandEnvironment): readonly Option[] =>
  direct.flatMap((option) => {
    const resource = findResourceByKind(option.id)
    if (!resource || isDisabled(here.flags, resource.access.feature)) return []
    const offer = writeAvailability(here, resource.access.areas[0])
    return offer === false ? [] : [{ ...option, ...(offer === true ? {} : { refusal: offer }) }]
  })

/** A list of integrations to add, then the form of the chosen one. The choice is in the URL. */
export default function AddIntegration({ known, onAnswer, onClose }: CommandDialogProps) {
  const { environment } = useConsole()
  const option = textIn(known['option'])
  const type = textIn(known['type'])
  const options = directOf(environment)
  const chart = charts.find(({ id }) => id === option)
  const kind =
    isIntegrationKind(option) && options.some(({ id, refusal }) => id === option && !refusal) ? option : undefined
  // The option that gets focus when the list opens, and after going back to it.
  const [last, setLast] = useState(charts[0]?.id)
  const close = () => void onClose()
  const pick = (id: string) => {
    setLast(id)
    onAnswer({ option: id, type: '' })
  }
  const back = () => onAnswer(type === '' ? { option: '', type: '' } : { type: '' })
  const label = chart?.label ?? options.find(({ id }) => id === kind)?.label
  return (
    <Dialog title="Add Integration" size="large" onClose={close}>
      {label === undefined ? (
        <div className={css.options}>
          <Group title="Add via GitOps" options={charts} last={last} onPick={pick} />
          <Group title="Add Directly" options={options} last={last} onPick={pick} />
        </div>
      ) : (
        <div className={css.picked}>
          <div className={css.head}>
            <Button onPress={back}>Back</Button>
            <h3 className={css.title}>{label}</h3>
          </div>
          {chart && <GitOps key={chart.id} chart={chart} onClose={close} />}
          {kind && (
            <Direct
              key={kind}
              kind={kind}
              type={type}
              onType={(to) => onAnswer({ type: to })}
              onLeave={close}
              onDone={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

type GroupProps = {
  title: string
  options: readonly (Option | HelmChart)[]
  last: string | undefined
  onPick: (id: string) => void
}

const Group = ({ title, options, last, onPick }: GroupProps) =>
  options.length > 0 && (
    <section className={css.group} aria-label={title}>
      <h3 className={css.title}>{title}</h3>
      <ul className={css.tiles}>
        {options.map(({ id, label, ...rest }) => (
          <li key={id}>
            <Button
              className={css.tile}
              autoFocus={id === last}
              refusal={'refusal' in rest ? rest.refusal : undefined}
              onPress={() => onPick(id)}
            >
              {capital(label)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
