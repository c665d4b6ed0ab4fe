import type { ComponentType, ReactNode } from 'react'
import type { CommandDialogProps } from '../views/shared/forms/command-dialog'
import { lazyOverlay } from './lazy-overlay'

type RenderDialog = (props: CommandDialogProps) => ReactNode

function from<M>(load: () => Promise<M>, pick: (module: M) => ComponentType<CommandDialogProps>): RenderDialog {
  const Dialog = lazyOverlay(async () => ({ default: pick(await load()) }))
  return (props) => <Dialog {...props} />
}

const incident = () => import('../views/incidents/incident-forms')
const property = () => import('../views/settings/flags/property-forms')
const macro = () => import('../views/account/macros/macro-forms')
const resource = () => import('../views/settings/resources/resource-forms')
const person = () => import('../views/settings/people/person-forms')

/** The dialogs of commands that open one, by command id. Each is loaded when it is first opened. */
export const commandDialogs: Readonly<Record<string, RenderDialog>> = {
  'canary.explain': from(
    () => import('../views/health/explain/explain-typed'),
    ({ ExplainTyped }) => ExplainTyped
  ),
  'check.explain': from(
    () => import('../views/health/explain/explain-check'),
    ({ ExplainCheck }) => ExplainCheck
  ),
  'comment.add': from(incident, ({ AddComment }) => AddComment),
  'component.snapshot': from(
    () => import('../views/topology/detail/snapshot-form'),
    ({ SnapshotForm }) => SnapshotForm
  ),
  'evidence.link': from(
    () => import('../views/incidents/link-evidence'),
    ({ LinkEvidence }) => LinkEvidence
  ),
  'evidence.script': from(
    () => import('../views/incidents/detail/done/script-form'),
    ({ ScriptForm }) => ScriptForm
  ),
  'handover.write': from(
    () => import('../views/incidents/handover'),
    ({ HandoverDialog: Handover }) => Handover
  ),
  'incident.create': from(incident, ({ CreateIncident }) => CreateIncident),
  'incident.edit': from(incident, ({ EditIncident }) => EditIncident),
  'integration.add': from(
    () => import('../views/settings/resources/integrations/add-integration'),
    ({ AddIntegration }) => AddIntegration
  ),
  'macro.edit': from(macro, ({ EditMacro }) => EditMacro),
  'macro.replay': from(
    () => import('../views/account/macros/replay-form'),
    ({ ReplayMacro }) => ReplayMacro
  ),
  'macro.save': from(macro, ({ SaveMacro }) => SaveMacro),
  'message.open': from(
    () => import('../views/settings/outbox/read-message'),
    ({ OutboxMessageDialog: ReadMessage }) => ReadMessage
  ),
  'person.edit': from(person, ({ EditPerson }) => EditPerson),
  'person.invite': from(person, ({ InvitePerson }) => InvitePerson),
  'playbook.dryRun': from(
    () => import('../views/playbooks/dry-run'),
    ({ DryRun }) => DryRun
  ),
  'playbook.run': from(
    () => import('../views/playbooks/run-playbook'),
    ({ RunPlaybook }) => RunPlaybook
  ),
  'property.add': from(property, ({ AddProperty }) => AddProperty),
  'property.edit': from(property, ({ EditProperty }) => EditProperty),
  'resource.create': from(resource, ({ AddResource }) => AddResource),
  'resource.edit': from(resource, ({ EditResource }) => EditResource),
  'session.kubeconfig': from(
    () => import('../views/account/kubeconfig/kubeconfig'),
    ({ KubeconfigDialog: Kubeconfig }) => Kubeconfig
  ),
}
