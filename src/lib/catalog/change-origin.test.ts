import { expect, test } from 'vitest'
import { isDerivedChange } from './change-origin'

test.each([
  [{ change_type: 'diff', source: 'diff' }, false],
  [{ change_type: 'Pulled', source: 'kubelet' }, true],
  [{ change_type: 'OOMKilling', source: 'Kubernetes' }, true],
  [{ change_type: 'CustomReason', source: 'node-controller' }, true],
  [{ change_type: 'Healthy', source: 'config-db-health-trigger' }, true],
  [{ change_type: 'ScalingReplicaSet', source: 'deployment-controller' }, true],
  [{ change_type: 'ScalingReplicaSet', external_created_by: 'colm@quillmoor.example' }, false],
  [{ change_type: 'Scheduled', external_created_by: 'system:kube-scheduler' }, true],
  [{ change_type: 'UPDATE', external_created_by: 'system:serviceaccount:flux-system:kustomize-controller' }, false],
  [{ change_type: 'UpgradeSucceeded', source: 'helm-controller' }, false],
  [{ change_type: 'PutBucketPolicy', source: 'CloudTrail' }, false],
  [{ change_type: 'GithubWorkflowRun', source: 'GitHub' }, false],
  [{ change_type: 'Killing', created_by: '5a000001-0000-4000-8000-000000000001' }, false],
  [{ change_type: null, source: null }, false],
])('distinguishes changes by people and pipelines from their consequences: %o', (change, isDerived) => {
  expect(isDerivedChange(change)).toBe(isDerived)
})
