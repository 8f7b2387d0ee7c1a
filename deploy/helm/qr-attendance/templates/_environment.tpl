{{/* Takes (list variable reference). */}}
{{- define "qr.secret" -}}
{{- $reference := index . 1 -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ $reference.name }}, key: {{ $reference.key }} }
{{- end -}}

{{/* Takes a map of variables. */}}
{{- define "qr.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ include "qr.text" $value | quote }}
{{- end }}
{{- end -}}

{{/* Addresses of other services. Takes (list root component). */}}
{{- define "qr.urls" -}}
{{- $root := index . 0 -}}
{{- range index (include "qr.calls" $root | fromJson) (index . 1) }}
- name: {{ upper . }}_URL
  value: http://{{ include "qr.prefix" $root }}-{{ . }}:3000
{{- end }}
{{- end -}}

{{/* The event bus, for services and their migrations. */}}
{{- define "qr.bus" -}}
{{- $kafka := .Values.bus.kafka -}}
- name: EVENT_BUS
  value: {{ .Values.bus.kind }}
{{- if eq .Values.bus.kind "kafka" }}
- name: KAFKA_BROKERS
  value: {{ $kafka.brokers | join "," | quote }}
- name: KAFKA_TOPIC_PREFIX
  value: {{ $kafka.topicPrefix | quote }}
- name: KAFKA_TOPIC_PARTITIONS
  value: {{ $kafka.partitions | quote }}
- name: KAFKA_REPLICATION
  value: {{ $kafka.replication | quote }}
- name: KAFKA_SSL
  value: {{ $kafka.ssl | quote }}
{{- if $kafka.ca }}
- name: KAFKA_SSL_CA_FILE
  value: /etc/qr-attendance/kafka/ca.crt
{{- end }}
{{- with $kafka.sasl }}
- name: KAFKA_SASL_MECHANISM
  value: {{ .mechanism }}
{{ include "qr.secret" (list "KAFKA_SASL_USERNAME" .username) }}
{{ include "qr.secret" (list "KAFKA_SASL_PASSWORD" .password) }}
{{- end }}
{{- else }}
{{ include "qr.secret" (list "EVENT_BUS_URL" .Values.bus.postgres.url) }}
{{- end }}
{{- if .Values.trustedCertificates }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/qr-attendance/trusted/ca.crt
{{- end }}
{{- end -}}

{{/* A service's own database. Takes (list root service). */}}
{{- define "qr.database" -}}
{{- $values := index (index . 0).Values.services (index . 1) -}}
{{ include "qr.secret" (list (ternary "DATABASE_URL" "MONGODB_URL" (has (index . 1) (list "auth" "attendance"))) $values.database.url) }}
{{- end -}}

{{/*
What a migration does, as far as is known here: its image, its database, the topics it declares. Noted at the Deployment,
which is not changed before its migration has succeeded. Takes (list root service).
*/}}
{{- define "qr.migration" -}}
{{- $root := index . 0 -}}
{{- $image := (index $root.Values.services (index . 1)).image -}}
{{- list (include "qr.image" (list $root (index . 1) $image)) (include "qr.bus" $root) (include "qr.database" .) | join "|" | sha256sum | trunc 16 -}}
{{- end -}}

{{/* Variables of every process. */}}
{{- define "qr.process" -}}
- name: HOST
  value: {{ .Values.network.listenAddress | quote }}
- name: PORT
  value: '3000'
- name: METRICS_PORT
  value: '9100'
- name: SHUTDOWN_PAUSE_MS
  value: {{ .Values.shutdown.pauseMs | quote }}
- name: CAMPUS_TIME_ZONE
  value: {{ .Values.campusTimeZone }}
{{- with .Values.tracing.endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . }}
{{- end }}
{{- with .Values.tracing.tracesEndpoint }}
- name: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  value: {{ . }}
{{- end }}
{{- with .Values.tracing.headers }}
{{ include "qr.secret" (list "OTEL_EXPORTER_OTLP_HEADERS" .) }}
{{- end }}
{{- end -}}

{{/* The institution's departments, student numbers and texts. */}}
{{- define "qr.institution" -}}
{{- with .Values.institution }}
- name: INSTITUTION
  value: {{ toJson . | quote }}
{{- end }}
{{- end -}}

{{/* The environment of a service. Takes (list root service). */}}
{{- define "qr.serviceEnvironment" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $secrets := $root.Values.secrets -}}
{{ include "qr.process" $root }}
{{- include "qr.settings" (merge (dict) (index $root.Values.services $name).settings $root.Values.settings) }}
{{- include "qr.urls" . }}
{{ include "qr.bus" $root }}
{{ include "qr.database" . }}
{{ include "qr.secret" (list "INTERNAL_TOKEN" $secrets.internalToken) }}
{{- with $secrets.internalTokensAccepted }}
{{ include "qr.secret" (list "INTERNAL_TOKENS_ACCEPTED" .) }}
{{- end }}
{{ include "qr.secret" (list "ACCESS_TOKEN_PUBLIC_KEYS" $secrets.accessTokenPublicKeys) }}
{{- if has $name (list "auth" "attendance") }}
{{- include "qr.institution" $root }}
{{ include "qr.secret" (list "PIN_PEPPER" $secrets.pinPepper) }}
{{- with $secrets.pinPepperVersion }}
{{ include "qr.secret" (list "PIN_PEPPER_VERSION" .) }}
{{- end }}
{{- with $secrets.pinPeppersOther }}
{{ include "qr.secret" (list "PIN_PEPPERS_OTHER" .) }}
{{- end }}
- name: PUBLIC_ORIGINS
  value: {{ $root.Values.publicOrigins | join "," | quote }}
{{- end }}
{{- if eq $name "auth" }}
{{- if and $root.Values.institution (not (hasKey (merge (dict) $root.Values.services.auth.settings $root.Values.settings) "SECOND_FACTOR_REQUIRED")) }}
- name: SECOND_FACTOR_REQUIRED
  value: staff
{{- end }}
{{ include "qr.secret" (list "ACCESS_TOKEN_PRIVATE_KEY" $secrets.accessTokenPrivateKey) }}
{{- with $root.Values.mail.smtp }}
{{ include "qr.secret" (list "SMTP_URL" .url) }}
- name: MAIL_FROM
  value: {{ .from | quote }}
{{- end }}
{{- if $root.Values.mail.claim }}
- name: MAIL_DIR
  value: /var/lib/qr-attendance/mails
{{- end }}
{{- end }}
{{- if eq $name "session" }}
{{ include "qr.secret" (list "TICKET_PRIVATE_KEY" $secrets.ticketPrivateKey) }}
{{ include "qr.secret" (list "TICKET_SECRET" $secrets.ticketSecret) }}
{{ include "qr.secret" (list "TICKET_PUBLIC_KEYS" $secrets.ticketPublicKeys) }}
{{- end }}
{{- if eq $name "attendance" }}
{{ include "qr.secret" (list "TICKET_SECRETS" $secrets.ticketSecrets) }}
{{- with $secrets.receiptPrivateKey }}
{{ include "qr.secret" (list "RECEIPT_PRIVATE_KEY" .) }}
{{- end }}
{{- with $secrets.receiptPublicKeys }}
{{ include "qr.secret" (list "RECEIPT_PUBLIC_KEYS" .) }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The environment of the gateway. */}}
{{- define "qr.gatewayEnvironment" -}}
{{- $prefix := include "qr.prefix" . -}}
{{ include "qr.process" . }}
{{- include "qr.institution" . }}
{{- include "qr.settings" (merge (dict) .Values.gateway.settings .Values.settings) }}
{{- include "qr.urls" (list . "gateway") }}
- name: STATIC_SHELL_URL
  value: http://{{ $prefix }}-shell:8080
{{- $urls := list }}
{{- range $component, $frontend := include "qr.frontends" . | fromJson }}
{{- if and $frontend.path (not $frontend.further) }}{{ $urls = append $urls (printf "%s=http://%s-%s:8080" $frontend.path $prefix $component) }}{{ end }}
{{- end }}
- name: STATIC_REMOTE_URLS
  value: {{ $urls | join "," | quote }}
# Further versions are in a file, so that the gateway need not restart for a new one.
- name: STATIC_REMOTE_URLS_FILE
  value: /etc/qr-attendance/remotes/servers.json
- name: REMOTES_FILE
  value: /etc/qr-attendance/remotes/remotes.json
{{ include "qr.secret" (list "ACCESS_TOKEN_PUBLIC_KEYS" .Values.secrets.accessTokenPublicKeys) }}
{{ include "qr.secret" (list "GATEWAY_TOKEN" .Values.secrets.gatewayToken) }}
{{- with .Values.secrets.clientCookieSecret }}
{{ include "qr.secret" (list "CLIENT_COOKIE_SECRET" .) }}
{{- end }}
{{- with .Values.secrets.clientCookieSecretsAccepted }}
{{ include "qr.secret" (list "CLIENT_COOKIE_SECRETS_ACCEPTED" .) }}
{{- end }}
{{- if .Values.gateway.tls }}
- name: TLS_CERT_FILE
  value: /etc/qr-attendance/tls/tls.crt
- name: TLS_KEY_FILE
  value: /etc/qr-attendance/tls/tls.key
{{- end }}
{{- end -}}

{{/* Volumes of certificates that services and migrations read. */}}
{{- define "qr.certificateVolumes" -}}
{{- with .Values.bus.kafka.ca }}
- name: kafka-ca
  secret:
    secretName: {{ .name }}
    defaultMode: 0440
    items: [{ key: {{ .key }}, path: ca.crt }]
{{- end }}
{{- with include "qr.trustedVolume" . }}
{{ . }}
{{- end }}
{{- end -}}
{{- define "qr.trustedVolume" -}}
{{- with .Values.trustedCertificates -}}
- name: trusted
  secret:
    secretName: {{ .name }}
    defaultMode: 0440
    items: [{ key: {{ .key }}, path: ca.crt }]
{{- end }}
{{- end -}}
{{- define "qr.trustedMount" -}}
{{- if .Values.trustedCertificates -}}
- { name: trusted, mountPath: /etc/qr-attendance/trusted, readOnly: true }
{{- end }}
{{- end -}}
{{- define "qr.certificateMounts" -}}
{{- if .Values.bus.kafka.ca }}
- { name: kafka-ca, mountPath: /etc/qr-attendance/kafka, readOnly: true }
{{- end }}
{{- with include "qr.trustedMount" . }}
{{ . }}
{{- end }}
{{- end -}}

{{/* The databases of all services, for operators' commands. */}}
{{- define "qr.stores" -}}
{{ include "qr.secret" (list "AUTH_DATABASE_URL" .Values.services.auth.database.url) }}
{{ include "qr.secret" (list "ATTENDANCE_DATABASE_URL" .Values.services.attendance.database.url) }}
{{ include "qr.secret" (list "COURSE_MONGODB_URL" .Values.services.course.database.url) }}
{{ include "qr.secret" (list "SESSION_MONGODB_URL" .Values.services.session.database.url) }}
{{- end -}}

{{/* The backup bucket and the recipients of the encryption. */}}
{{- define "qr.bucket" -}}
{{- $bucket := .Values.backup.bucket -}}
- name: BACKUP_BUCKET
  value: {{ $bucket.name | quote }}
{{- with $bucket.endpoint }}
- name: BACKUP_ENDPOINT
  value: {{ . | quote }}
{{- end }}
- name: BACKUP_REGION
  value: {{ $bucket.region | quote }}
- name: BACKUP_PREFIX
  value: {{ $bucket.prefix | default .Release.Name | quote }}
- name: BACKUP_RECIPIENTS
  value: {{ .Values.backup.recipients | join " " | quote }}
{{- with $bucket.accessKeyId }}
{{ include "qr.secret" (list "AWS_ACCESS_KEY_ID" .) }}
{{- end }}
{{- with $bucket.secretAccessKey }}
{{ include "qr.secret" (list "AWS_SECRET_ACCESS_KEY" .) }}
{{- end }}
{{- end -}}
