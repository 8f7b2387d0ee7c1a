{{/*
How many pods there are to be. With an autoscaler as many as run, which it alone changes; its lower bound where nothing
runs yet, or nobody can be asked (helm template). Never left out: Helm would take it away, and the default is 1.
Takes (list root component values).
*/}}
{{- define "qr.replicas" -}}
{{- $root := index . 0 -}}
{{- $values := index . 2 -}}
{{- with $values.autoscaling -}}
{{- if .enabled -}}
{{- $name := printf "%s-%s" (include "qr.prefix" $root) (index $ 1) -}}
{{- $running := lookup "apps/v1" "Deployment" $root.Release.Namespace $name | dig "spec" "replicas" 0 -}}
{{- min (max (int $running) (int .minReplicas)) (int .maxReplicas) -}}
{{- else -}}
{{- $values.replicas -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A ServiceAccount, a PodDisruptionBudget and, if enabled, an autoscaler. Takes (list root component values). */}}
{{- define "qr.availability" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $values := index . 2 -}}
{{- $prefix := include "qr.prefix" $root -}}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $prefix }}-{{ $name }}
  labels:
    {{- include "qr.labels" (list $root $name) | nindent 4 }}
  {{- with mergeOverwrite dict $root.Values.common.serviceAccount.annotations (($values.serviceAccount | default dict).annotations | default dict) }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $prefix }}-{{ $name }}
  labels:
    {{- include "qr.labels" (list $root $name) | nindent 4 }}
spec:
  # A single replica may be evicted too; otherwise its node could not be drained.
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "qr.selector" (list $root $name) | nindent 6 }}
{{- with $values.autoscaling }}
{{- if .enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $prefix }}-{{ $name }}
  labels:
    {{- include "qr.labels" (list $root $name) | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $prefix }}-{{ $name }} }
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .targetCPUUtilizationPercentage }} }
  behavior:
    # Load peaks at the start of lectures, once an hour, so replicas stay until the next peak.
    scaleDown:
      stabilizationWindowSeconds: 900
      policies: [{ type: Pods, value: 1, periodSeconds: 120 }]
    scaleUp:
      stabilizationWindowSeconds: 0
      policies: [{ type: Percent, value: 100, periodSeconds: 15 }, { type: Pods, value: 4, periodSeconds: 15 }]
{{- end }}
{{- end }}
{{- end -}}
