import { useQuery } from '@tanstack/react-query'
import { MOST_SELECTED, type SelectedResource, selectedResources } from '@/api/playbooks/playbook-list'
import { formatCount } from '@/shared/format'
import { findParameterErrors } from '@/lib/playbooks/parameter-errors'
import { resourcePath } from '@/shared/routing/registry'
import type { DraftPlaybook } from '@/lib/playbooks/draft-playbook'
import { parameterTypes } from '@/shared/specs/playbook'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { PageLink } from '@/ui/page-link'
import rows from '@/ui/short-list.module.css'
import type { CommandDialogProps } from '../shared/forms/command-dialog'
import { QueryState } from '../shared/query/query-state'
import css from './dry-run.module.css'

/** Number of resources listed by name. */
const MOST_LISTED = 20

const kinds = [
  { of: 'checks', kind: 'check', one: 'check', many: 'Checks' },
  { of: 'components', kind: 'component', one: 'component', many: 'Components' },
  { of: 'configs', kind: 'config', one: 'config item', many: 'Config items' },
] as const

/** A preview of an unsaved playbook: the resources it applies to, and its parameters. Nothing is run. */
export default function DryRun({ known, onClose }: CommandDialogProps) {
  const typed = known['typed'] as DraftPlaybook | undefined
  const used = kinds.filter(({ of }) => (typed?.[of].length ?? 0) > 0)
  return (
    <Dialog
      title="Applies to"
      description="Based on the unsaved changes. Nothing is run or saved."
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
            <SelectedResources key={one.of} {...one} selectors={typed[one.of]} />
          ))}
          {used.length === 0 && <p>The playbook has no selectors and runs without a resource.</p>}
          <ParameterList parameters={typed.parameters} />
        </div>
      ) : (
        // Unsaved changes do not survive a page reload.
        <p>Open it from the editor of a playbook.</p>
      )}
    </Dialog>
  )
}

type SelectedResourcesProps = (typeof kinds)[number] & { selectors: readonly Readonly<Record<string, unknown>>[] }

function SelectedResources({ of, kind, one, many, selectors }: SelectedResourcesProps) {
  const query = useQuery(selectedResources(of, selectors))
  return (
    <section className={css.part} aria-label={many}>
      <h3 className={css.heading}>{many}</h3>
      <QueryState
        query={query}
        what={`the ${many.toLowerCase()}`}
        as="part"
        isEmpty={({ all, isCut }) => all.length === 0 && !isCut}
        empty={<p className={css.none}>No {one} matches the selectors.</p>}
      >
        {({ all, isCut }) => (
          <>
            <p>
              Applies to {isCut ? `${all.length.toLocaleString('en')} or more` : formatCount(all.length, one)}
              {isCut && `: only the first ${MOST_SELECTED} of each selector were read`}.
            </p>
            <ul className={css.list}>
              {all.slice(0, MOST_LISTED).map((resource) => (
                <ResourceRow key={resource.id} kind={kind} {...resource} />
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

function ResourceRow({
  kind,
  id,
  name,
  type,
  namespace,
}: SelectedResource & { kind: 'check' | 'component' | 'config' }) {
  const path = resourcePath(kind, id)
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
const toText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const ParameterList = ({ parameters }: Pick<DraftPlaybook, 'parameters'>) => (
  <section className={css.part} aria-label="Parameters">
    <h3 className={css.heading}>Parameters</h3>
    {parameters.length === 0 ? (
      <p>No parameters</p>
    ) : (
      <ul className={css.list}>
        {parameters.map((one, at) => {
          const type = toText(one['type']) || 'text'
          const errors = findParameterErrors(one, types)
          const initial = toText(one['default'])
          return (
            // Parameters have no stable identity other than their order while they are edited.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={css.thing}>
              <bdi className={rows.name}>{toText(one['label']) || toText(one['name']) || `Parameter ${at + 1}`}</bdi>
              <span className={rows.quiet}>
                {[
                  parameterTypes[type as keyof typeof parameterTypes]?.toLowerCase() ?? type,
                  one['required'] === true ? 'required' : '',
                  initial && `default ${initial}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              {errors.map((error) => (
                <p key={error} className={css.fault}>
                  {error}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    )}
  </section>
)
