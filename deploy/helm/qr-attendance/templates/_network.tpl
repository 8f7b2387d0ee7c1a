{{/* Takes a list of peers in the form of values.yaml. */}}
{{- define "qr.peers" -}}
{{- range . }}
{{- if .cidr }}
- ipBlock: { cidr: {{ .cidr | quote }} }
{{- else if .namespace }}
- namespaceSelector:
    matchLabels: { kubernetes.io/metadata.name: {{ .namespace }} }
  {{- with .labels }}
  podSelector:
    matchLabels: {{- toYaml . | nindent 6 }}
  {{- end }}
{{- else }}
- podSelector:
    matchLabels: {{- toYaml .labels | nindent 6 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Pods of this release. Takes (list root components). */}}
{{- define "qr.ownPeers" -}}
{{- $root := index . 0 -}}
{{- range index . 1 }}
- podSelector:
    matchLabels:
      {{- include "qr.selector" (list $root .) | nindent 6 }}
{{- end }}
{{- end -}}

{{- define "qr.dnsRule" -}}
- to:
    {{- include "qr.peers" .Values.networkPolicy.dnsPeers | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end -}}

{{/* Takes a server in the form of values.yaml: { peers, port }. */}}
{{- define "qr.serverRule" -}}
- to:
    {{- include "qr.peers" .peers | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ .port }} }
{{- end -}}

{{/* A service's own database, and the bus. Takes (list root service). */}}
{{- define "qr.storeRules" -}}
{{- $root := index . 0 -}}
{{ include "qr.serverRule" (index $root.Values.services (index . 1)).database }}
{{ include "qr.serverRule" (index $root.Values.bus $root.Values.bus.kind) }}
{{- end -}}

{{/* The backup bucket. */}}
{{- define "qr.bucketRule" -}}
{{ include "qr.serverRule" .Values.backup.bucket }}
{{- end -}}

{{- define "qr.metricsRule" -}}
{{- with .Values.networkPolicy.metricsPeers }}
- from:
    {{- include "qr.peers" . | nindent 4 }}
  ports:
    - { protocol: TCP, port: 9100 }
{{- end }}
{{- end -}}

{{/* The collector of traces, for processes. */}}
{{- define "qr.tracingRule" -}}
{{- with .Values.tracing.peers }}
- to:
    {{- include "qr.peers" . | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ $.Values.tracing.port }} }
{{- end }}
{{- end -}}

{{/* Takes (list root component values). */}}
{{- define "qr.serviceMetadata" -}}
{{- $service := (index . 2).service | default dict -}}
labels:
  {{- with $service.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "qr.labels" . | nindent 2 }}
{{- with $service.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Settings of the cluster. Takes (list root values). */}}
{{- define "qr.serviceSpec" -}}
{{- $network := (index . 0).Values.network -}}
{{- $service := (index . 1).service | default dict -}}
type: {{ $service.type | default "ClusterIP" }}
{{- with $service.externalTrafficPolicy }}
externalTrafficPolicy: {{ . }}
{{- end }}
{{- with $network.ipFamilyPolicy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with $network.ipFamilies }}
ipFamilies: {{ toJson . }}
{{- end }}
{{- end -}}
