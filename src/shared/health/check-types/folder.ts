import { durationField, mapSchema, numberField, plainTextField, textSchema, toggleField } from '../../forms/spec-fields'
import { defineCheckType, nameField, timeoutMembers, words } from '../check-type'

export default defineCheckType({
  key: 'folder',
  label: 'Folder',
  position: 13,
  form: {
    fields: [
      nameField(true),
      plainTextField('path', 'Path', { isRequired: true, isMono: true }),
      toggleField('recursive', 'Include subfolders'),
      numberField('minCount', 'Minimum files'),
      numberField('maxCount', 'Maximum files'),
      durationField('minAge', 'Minimum age of the newest file'),
      durationField('maxAge', 'Maximum age of the oldest file'),
      plainTextField('minSize', 'Minimum size of the smallest file', { help: 'For example 512, 10KB or 4GB.' }),
      plainTextField('maxSize', 'Maximum size of the largest file'),
      plainTextField('filter.name', 'File name', {
        isMono: true,
        help: 'Only matching files are checked, for example *.dump.',
      }),
      plainTextField('filter.regex', 'File name (regular expression)', { isMono: true }),
    ],
    initial: { name: '', path: '', minCount: 1 },
    members: {
      ...timeoutMembers,
      awsConnection: mapSchema('S3 bucket.'),
      gcpConnection: mapSchema('Google Cloud Storage bucket.'),
      sftpConnection: mapSchema('SFTP folder.'),
      smbConnection: mapSchema('SMB share.'),
      connection: textSchema('Saved connection to the storage.'),
      filter: mapSchema('Selects the files to check.'),
      availableSize: textSchema('Minimum free disk space.'),
      totalSize: textSchema('Minimum disk size.'),
    },
  },
  protocol: {
    done: [
      ...words('path recursive filter filter.regex filter.name filter.since filter.minAge filter.maxAge'),
      ...words('filter.minSize filter.maxSize minCount maxCount minAge maxAge minSize maxSize'),
      ...words('availableSize totalSize timeout'),
    ],
    missing: words('awsConnection connection gcpConnection sftpConnection smbConnection'),
  },
})
