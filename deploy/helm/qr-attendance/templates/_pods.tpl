{{/* What all pods have in common. Takes (list root component). */}}
{{- define "qr.podSettings" -}}
{{- $root := index . 0 -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $root.Values.scheduling.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.scheduling.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.scheduling.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* Takes (list root component). */}}
{{- define "qr.spread" -}}
{{- $root := index . 0 -}}
topologySpreadConstraints:
  {{- range $key, $when := dict "kubernetes.io/hostname" $root.Values.scheduling.spreadOverNodes "topology.kubernetes.io/zone" $root.Values.scheduling.spreadOverZones }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $when }}
    labelSelector:
      matchLabels:
        {{- include "qr.selector" (list $root (index $ 1)) | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end -}}

{{- define "qr.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{/* Takes (list ready scheme): the path that tells readiness. */}}
{{- define "qr.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http, scheme: {{ index . 1 }} }
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 45
readinessProbe:
  httpGet: { path: {{ index . 0 }}, port: http, scheme: {{ index . 1 }} }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /healthz, port: http, scheme: {{ index . 1 }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}
