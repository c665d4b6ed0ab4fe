/** The members of a change that say who or what made it. */
export type ChangeOrigin = {
  change_type?: string | null | undefined
  source?: string | null | undefined
  external_created_by?: string | null | undefined
  created_by?: string | null | undefined
}

/** Components of a cluster that report its state. Their events follow from something that a person or a pipeline did. */
const CONTROLLERS =
  /^(?:kubelet|kube-proxy|default-scheduler|cluster-autoscaler|horizontal-pod-autoscaler|karpenter|config-db(?:-.*)?|cert-manager(?:-.*)?|.*-controller)$/i

/** Reasons of Kubernetes events, and reports of health, whichever component they come from. */
const REASONS = new Set(
  `backoff backofflimitexceeded completed created disrupted failed failedcreate failedgetscale failedkillpod failedmount
   failedscheduling healthcheckfailed healthcheckpassed healthunknown healthy killing nodenotready nodeready
   nodenotschedulable oomkilled oomkilling podcrashlooping preempted pulled pulling reconciliationfailed
   reconciliationsucceeded removingnode scalingreplicaset scheduled started successfulcreate successfuldelete
   successfulrescale unhealthy warning`.split(/\s+/)
)

/** Releases, which a controller carries out and reports for a pipeline. */
const RELEASES = /^(?:install|upgrade|rollback)(?:succeeded|failed)$/i

/** Accounts of the cluster itself. A deployment tool also has a service account, but in a namespace of its own. */
const CLUSTER_ACCOUNT = /^system:(?:node:|kube-|serviceaccount:kube-system:)/

/**
 * Whether a change only reports a consequence, such as a restarted pod, and not something that a person or a pipeline
 * did. New versions of a document and changes with an author never do.
 */
export function isDerivedChange({
  change_type: type,
  source,
  external_created_by: by,
  created_by: person,
}: ChangeOrigin) {
  const name = type?.toLowerCase() ?? ''
  if (name === 'diff' || person || RELEASES.test(name)) return false
  if (by) return CLUSTER_ACCOUNT.test(by)
  return REASONS.has(name) || CONTROLLERS.test(source ?? '')
}
