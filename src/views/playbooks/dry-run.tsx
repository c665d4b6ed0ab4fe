import { useQuery } from '@tanstack/react-query'
import { MOST_SELECTED, type Selected, selectedBy } from '../../api/playbook-list'
import { formatCount } from '../../lib/format'
import { faultsOfParameter } from '../../lib/parameter-faults'
import { pathOf } from '../../lib/paths'
import type { TypedPlaybook } from '../../lib/typed-playbook'
import { parameterTypes } from '../../resources/playbooks.schema'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PageLink } from '../../ui/page-link'
import rows from '../../ui/short-list.module.css'
import type { CommandDialogProps } from '../shell/forms/command-dialog'
import { QueryState } from '../shell/query/query-state'
import css from './dry-run.module.css'

/** As many as are listed by name. */
const MOST_LISTED = 20

const kinds = [
  { of: 'checks', kind: 'check', one: 'check', many: 'Checks' },
  { of: 'components', kind: 'component', one: 'component', many: 'Components' },
  { of: 'configs', kind: 'config', one: 'config item', many: 'Config items' },
] as const

/** What a playbook applies to as it is typed, and what it would ask. Nothing is run. */
export function DryRun({ known, onClose }: CommandDialogProps) {
  const typed = known['typed'] as TypedPlaybook | undefined
  const used = kinds.filter(({ of }) => (typed?.[of].length ?? 0) > 0)
  return (
    <Dialog
      title="What it applies to"
      description="As it is typed. Nothing is run or stored."
      size="large"
      actions={
        <Button onPress={() => void onClose()} autoFocus>
          Close
        </Button>
      }
      onClose={() => void onClose()}
    >
      {typed ? (
        <div className={css.body}>
          {used.map((one) => (
            <Applies key={one.of} {...one} selectors={typed[one.of]} />
          ))}
          {used.length === 0 && <p>It selects nothing: it is run for nothing in particular.</p>}
          <Asks parameters={typed.parameters} />
        </div>
      ) : (
        // After a reload nothing is known of what was typed.
        <p>Open it from the editor of a playbook.</p>
      )}
    </Dialog>
  )
}

type AppliesProps = (typeof kinds)[number] & { selectors: readonly Readonly<Record<string, unknown>>[] }

function Applies({ of, kind, one, many, selectors }: AppliesProps) {
  const query = useQuery(selectedBy(of, selectors))
  return (
    <section className={css.part} aria-label={many}>
      <h3 className={css.heading}>{many}</h3>
      <QueryState
        query={query}
        what={`the ${many.toLowerCase()}`}
        as="part"
        isEmpty={({ all, isCut }) => all.length === 0 && !isCut}
        empty={<p className={css.none}>There is no {one} that it applies to now.</p>}
      >
        {({ all, isCut }) => (
          <>
            <p>
              It applies to{' '}
              {isCut ? `${all.length.toLocaleString('en')} or more of them` : formatCount(all.length, one)}
              {isCut && `: of each selector the first ${MOST_SELECTED} were looked at`}.
            </p>
            <ul className={css.list}>
              {all.slice(0, MOST_LISTED).map((thing) => (
                <Thing key={thing.id} kind={kind} {...thing} />
              ))}
            </ul>
            {all.length > MOST_LISTED && (
              <p className={rows.quiet}>and {(all.length - MOST_LISTED).toLocaleString('en')} more</p>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

function Thing({ kind, id, name, type, namespace }: Selected & { kind: 'check' | 'component' | 'config' }) {
  const path = pathOf(kind, id)
  return (
    <li className={css.thing}>
      {path === undefined ? (
        <bdi className={rows.name}>{name}</bdi>
      ) : (
        <PageLink href={path} className={rows.name}>
          <bdi>{name}</bdi>
        </PageLink>
      )}
      <span className={rows.quiet}>{[type, namespace].filter(Boolean).join(', ')}</span>
    </li>
  )
}

const types = Object.keys(parameterTypes)
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const Asks = ({ parameters }: Pick<TypedPlaybook, 'parameters'>) => (
  <section className={css.part} aria-label="Parameters">
    <h3 className={css.heading}>Parameters</h3>
    {parameters.length === 0 ? (
      <p>It asks nothing.</p>
    ) : (
      <ul className={css.list}>
        {parameters.map((one, at) => {
          const type = textOf(one['type']) || 'text'
          const faults = faultsOfParameter(one, types)
          const start = textOf(one['default'])
          return (
            // Their order is all that tells them apart while they are written.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={css.thing}>
              <bdi className={rows.name}>{textOf(one['label']) || textOf(one['name']) || `Parameter ${at + 1}`}</bdi>
              <span className={rows.quiet}>
                {[
                  parameterTypes[type as keyof typeof parameterTypes]?.toLowerCase() ?? type,
                  one['required'] === true ? 'required' : '',
                  start && `begins with ${start}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {faults.map((fault) => (
                <p key={fault} className={css.fault}>
                  {fault}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    )}
  </section>
)
