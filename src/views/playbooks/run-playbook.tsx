import { useQuery } from '@tanstack/react-query'
import { findNamed, findResources } from '../../api/names'
import { type Applicable, playbooks } from '../../api/playbooks'
import type { PlaybookKind } from '../../commands/areas/playbook'
import type { Target } from '../../commands/command'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SelectField } from '../../ui/form/fields/select'
import { Banner, Notice } from '../../ui/notice'
import type { CommandDialogProps } from '../shell/forms/command-dialog'
import type { Choice } from '../../lib/choice'
import { FormPlace } from '../shell/forms/form-place'
import { useSubmit } from '../shell/forms/use-submit'
import { QueryState } from '../shell/query/query-state'
import type { FindThings } from './fields'
import { NotYet, Parameters } from './parameters'
import css from './run-playbook.module.css'

/** The dialog that chooses a playbook for a thing and asks its parameters. */
export function RunPlaybook(props: CommandDialogProps) {
  const { known, onClose } = props
  const [target] = known['target'] as readonly Target<PlaybookKind>[]
  const list = useQuery({ ...playbooks.applicable(target ?? nowhere), enabled: target !== undefined })
  return (
    <Dialog title="Run playbook" description={`For ${target?.label}`} onClose={() => void onClose()}>
      {target && (
        <QueryState
          as="pane"
          query={list}
          what="the playbooks"
          empty={
            <Notice
              tone="empty"
              title={`No playbook applies to this ${target.kind}`}
              actions={
                <Button onPress={() => void onClose()} autoFocus>
                  Close
                </Button>
              }
            >
              A playbook says in its selectors what it can be run for. None of them means {target.label}.
            </Notice>
          }
        >
          {(found) => <Choose {...props} target={target} list={found} />}
        </QueryState>
      )}
    </Dialog>
  )
}

const nowhere = { kind: 'check', id: '' } as const

type ChooseProps = CommandDialogProps & { target: Target<PlaybookKind>; list: readonly Applicable[] }

function Choose({ target, list, ...props }: ChooseProps) {
  const { call, known, onAnswer, onClose } = props
  const submit = useSubmit(props)
  const [only, ...others] = list
  const wanted = known['playbook']
  const found = list.find(({ id }) => id === wanted)
  // Another one than was asked for is never chosen in its place.
  const isOther = wanted !== undefined && wanted !== '' && !found
  const chosen = found ?? (others.length === 0 && !isOther ? only : undefined)
  const id = chosen?.id ?? ''
  const asked = useQuery({ ...playbooks.parameters(id, target), enabled: chosen !== undefined })
  return (
    <FormPlace className={css.body ?? ''}>
      {isOther && (
        <Banner>
          The playbook that was asked for cannot be run for {target.label}: none of its selectors means it.
        </Banner>
      )}
      {others.length > 0 || isOther ? (
        <SelectField
          label="Playbook"
          isRequired
          options={list.map(optionOf)}
          value={id}
          onChange={(playbook) => onAnswer({ playbook })}
          help={chosen?.description}
        />
      ) : (
        <div>
          <p className={css.name}>{chosen?.title}</p>
          {chosen?.description && <p className={css.about}>{chosen.description}</p>}
        </div>
      )}
      {/* Cached parameters are not shown while they are refreshed: their defaults may have changed. */}
      {chosen && asked.data && !asked.isFetching ? (
        <Parameters
          key={id}
          title={chosen.title}
          draftKey={call}
          given={known['params']}
          parameters={asked.data}
          find={find}
          onRun={(args) => submit({ ...args, playbook: id })}
          onCancel={() => void onClose()}
        />
      ) : (
        <NotYet
          missing={chosen ? 'What it asks is not known yet.' : 'Choose a playbook first.'}
          onCancel={() => void onClose()}
        >
          {chosen && (
            <QueryState
              as="pane"
              query={asked.isFetching ? { ...asked, data: undefined } : asked}
              what="what it asks"
            />
          )}
        </NotYet>
      )}
    </FormPlace>
  )
}

const optionOf = ({ id, title, isUsedLast }: Applicable): Choice => ({
  value: id,
  label: title,
  ...(isUsedLast ? { hint: 'used last' } : {}),
})

const find: FindThings = (of, selectors) => async (text, signal) =>
  of === 'people' || of === 'teams'
    ? (await findNamed(of, text, signal)).map(({ id, name }) => ({ value: id, label: name ?? id }))
    : (await findResources(of, selectors, text, signal)).map(({ id, name, namespace, type }) => ({
        value: id,
        label: name,
        hint: [type, namespace].filter(Boolean).join(', '),
      }))
