import { type ConnectionField, defineTypes, portField, secretField, sourceField, textField } from '../type'

const login: ConnectionField[] = [sourceField('username', 'Username'), secretField('password', 'Password')]

export default defineTypes([
  {
    id: 'folder',
    label: 'Folder',
    group: 'Files',
    icon: 'folder',
    keywords: 'directory local files',
    fields: [textField('properties.path', 'Path', { placeholder: '/var/backups', isMono: true })],
  },
  {
    id: 'sftp',
    label: 'SFTP',
    group: 'Files',
    icon: 'folder',
    keywords: 'ssh files',
    fields: [sourceField('url', 'Host', { placeholder: 'files.example' }), ...login, portField('properties.port', 22)],
  },
  {
    id: 'smb',
    label: 'SMB',
    group: 'Files',
    icon: 'folder',
    keywords: 'samba cifs windows share',
    fields: [
      sourceField('url', 'Server', { placeholder: 'files.example' }),
      portField('properties.port', 445),
      textField('properties.share', 'Share'),
      ...login,
    ],
  },
  {
    id: 'restic',
    label: 'Restic',
    group: 'Files',
    icon: 'vault',
    keywords: 'backup repository',
    fields: [
      sourceField('url', 'Repository URL', { isRequired: true, placeholder: 's3:s3.amazonaws.com/backups' }),
      secretField('password', 'Password', { isRequired: true }),
      textField('properties.awsConnectionName', 'AWS connection name', {
        isRequired: true,
        placeholder: 'connection://default/aws',
      }),
      secretField('properties.accessKey', 'Access key', { isRequired: true }),
      secretField('properties.secretKey', 'Secret key', { isRequired: true }),
    ],
  },
])
