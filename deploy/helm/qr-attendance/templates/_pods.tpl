{{/*
Additions of an installation to one kind of pods: its own and those of `common`. Takes (list root values); values may be
those of a part, of migrations or of the toolbox.
*/}}
{{- define "qr.extension" -}}
{{- $root := index . 0 -}}
{{- $common := $root.Values.common -}}
{{- $scheduling := $root.Values.scheduling -}}
{{- $own := index . 1 | default dict -}}
{{- $merged := dict -}}
{{- range $key := list "podAnnotations" "podLabels" -}}
{{- $_ := set $merged $key (mergeOverwrite dict (get $common $key | default dict) (get $own $key | default dict)) -}}
{{- end -}}
{{- range $key := list "extraEnv" "extraVolumes" "extraVolumeMounts" "initContainers" "extraContainers" -}}
{{- $_ := set $merged $key (concat (get $common $key | default list) (get $own $key | default list)) -}}
{{- end -}}
{{- $_ := set $merged "affinity" (get $own "affinity" | default (get $common "affinity")) -}}
{{- $_ := set $merged "nodeSelector" (mergeOverwrite dict $scheduling.nodeSelector (get $own "nodeSelector" | default dict)) -}}
{{- $_ := set $merged "tolerations" (concat $scheduling.tolerations (get $own "tolerations" | default list)) -}}
{{- $_ := set $merged "priorityClassName" (get $own "priorityClassName" | default $scheduling.priorityClassName) -}}
{{- toJson $merged -}}
{{- end -}}

{{/* Takes (list root component extension). */}}
{{- define "qr.podMetadata" -}}
{{- $extension := index . 2 -}}
labels:
  {{- with $extension.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "qr.labels" . | nindent 2 }}
{{- with $extension.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The part that all pods share. Takes (list root component extension). */}}
{{- define "qr.podSettings" -}}
{{- $root := index . 0 -}}
{{- $extension := index . 2 -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- with $root.Values.podSecurity.runAsUser }}
  runAsUser: {{ int . }}
  {{- end }}
  {{- with $root.Values.podSecurity.runAsGroup }}
  runAsGroup: {{ int . }}
  {{- end }}
  {{- with $root.Values.podSecurity.fsGroup }}
  fsGroup: {{ int . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $extension.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $extension.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $extension.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $extension.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $extension.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
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

{{/* Takes (list ready scheme); ready is the path of the readiness probe. */}}
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
